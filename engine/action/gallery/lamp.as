% A lamp of three brightnesses: up and down change it, off puts it out when it is at its brightest.
type(level, X) :- X in 0..3.

var([lamp], level).
state_def([lamp]).
init([0]).
inputs(['up', 'down']).

as :-
  actions (
    'up'::(lamp #< 3) => (lamp := lamp + 1),
    'down'::(lamp #> 0) => (lamp := lamp - 1),
    'off'::(lamp #= 3) => (lamp := 0)
  ),
  dood (
    'up'
    [] 'down'
    [] 'off'
  ).
