% A ticket machine. Coins and change are arguments that meet arithmetic: their ranges are not
% searched value by value, guards are solved for them.
type(cents, X) :- X in 0..500.
type(count, X) :- X in 0..3.

var([credit], cents).
var([zones], count).
state_def([credit, zones]).
init([0, 0]).
inputs(['choose', 'insert', 'cancel']).

as :-
  actions (
    'choose'(Z)::(zones #= 0 #/\ credit #= 0 #/\ Z #> 0) => (zones := Z),
    'insert'(C)::(zones #> 0 #/\ credit #< 80 * zones #/\ (C #= 50 #\/ C #= 100 #\/ C #= 200)) =>
    (credit := credit + C),
    'ticket'(Z)::(Z #= zones #/\ Z #> 0 #/\ credit #>= 80 * Z) => (credit := credit - 80 * Z; zones := 0),
    'change'(C)::(zones #= 0 #/\ C #= credit #/\ C #> 0) => (credit := 0),
    'cancel'(C)::(zones #> 0 #/\ C #= credit) => (credit := 0; zones := 0)
  ),
  dood (
    [Z:count]:'choose'(Z)
    [] [C:cents]:'insert'(C)
    [] [Z:count]:'ticket'(Z)
    [] [C:cents]:'change'(C)
    [] [C:cents]:'cancel'(C)
  ).
