% A car park's barrier. What the sensors say and how the arm moves is nested choice inside
% sequences: outside the paper's normal form, and no matter here.
type(bool, X) :- X in 0..1.
type(arm, X) :- X in 0..2. % 0 down, 1 half way, 2 up
type(places, X) :- X in 0..4.

var([arm], arm).
var([car, paid], bool).
var([free], places).
state_def([arm, car, paid, free]).
init([0, 0, 0, 4]).
inputs(['arrive', 'pay', 'leave']).

as :-
  actions (
    'arrive'::(car #= 0 #/\ arm #= 0) => (car := 1; (paid := 0 [] ((free #> 2) => (paid := 1)))),
    'pay'::(car #= 1 #/\ paid #= 0) => (paid := 1),
    'raise'::(car #= 1 #/\ paid #= 1 #/\ free #> 0) =>
    (
      (arm := 1 [] arm := 2);
      (((arm #= 2) => (free := free - 1)) [] ((arm #= 1) => (skip)))
    ),
    'retry'::(arm #= 1) =>
    (
      (arm := 2; free := free - 1)
      []
      arm := 0
    ),
    'lower'::(arm #= 2) => (arm := 0; car := 0; paid := 0),
    'leave'::(free #< 4) => (free := free + 1)
  ),
  dood (
    'arrive'
    [] 'pay'
    [] 'raise'
    [] 'retry'
    [] 'lower'
    [] 'leave'
  ).
