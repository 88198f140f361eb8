type(bool, X) :- X in 0..1.

var([x], bool).
state_def([x]).
init([0]).
inputs(['go']).

as :-
  actions (
    'go'::(x #= 0) => (x := 1),
    'back'::(x #= 1) => (x := 0)
  ),
  dood (
    'go'
    [] 'back'
  ).
