% A lift. Moving shows the new floor in the same step, by ';' in the do-od block; while there is
% smoke the ride down comes before everything else that moves, by '//'.
type(floor, X) :- X in 0..5.
type(bool, X) :- X in 0..1.

var([at, target], floor).
var([open, smoke], bool).
state_def([at, target, open, smoke]).
init([0, 0, 0, 0]).
inputs(['call', 'detect', 'clear']).

as :-
  actions (
    'call'(F)::(open #= 0 #/\ smoke #= 0 #/\ F #\= at) => (target := F),
    'up'::(open #= 0 #/\ at #< target) => (at := at + 1),
    'down'::(open #= 0 #/\ at #> target) => (at := at - 1),
    'display'(F)::(F #= at) => (skip),
    'open'::(at #= target #/\ open #= 0) => (open := 1),
    'close'::(open #= 1 #/\ smoke #= 0) => (open := 0),
    'detect'::(smoke #= 0) => (smoke := 1),
    'evacuate'::(smoke #= 1 #/\ at #> 0) => (open := 0; at := at - 1; target := 0),
    'clear'::(smoke #= 1 #/\ at #= 0 #/\ open #= 1) => (smoke := 0)
  ),
  dood (
    [F:floor]:'call'(F)
    [] ('evacuate' // ((('up' [] 'down') ; [F:floor]:'display'(F)) [] 'open'))
    [] 'close'
    [] 'detect'
    [] 'clear'
  ).
