% A lamp that picks its level: switched on it takes level 1 or 2, as it likes, and off puts it out.
type(level, X) :- X in 0..3.

var([lamp], level).
state_def([lamp]).
init([0]).
inputs(['on', 'off']).

as :-
  actions (
    'on'::(lamp #= 0) => (lamp := 1 [] lamp := 2),
    'off'::(lamp #> 0) => (lamp := 0)
  ),
  dood (
    'on'
    [] 'off'
  ).
