% Guards and arithmetic between the parts of sequential compositions: a value that leaves its type ends
% the branch, also where a later assignment would have brought the variable back.
type(lvl, X) :- X in 0..7.
type(flag, X) :- X in 0..1.
var([a, b], lvl).
var([f], flag).
state_def([a, b, f]).
init([2, 0, 0]).
as :-
  actions (
    'up'::(f #= 0) => ((a := a + 3; a := a - 2); (a #=< 6 => b := b + 1)),
    'twice'::(true) => ((a #>= 2 => b := a * 2); (b #\= 6 => (a := b - a; f := 1))),
    'swap'::(f #= 1) => ((a := a + b; b := a - b; a := a - b); (a #\= b => f := 0)),
    'drop'::(true) =>
    (
      ((b #> 3 #\/ a #= 7) => (b := b - 3; a := 1))
      []
      ((#\ (b #> 3) #/\ f #= 1) => ((a := a - 1; b #< a => b := a); f := 0))
    )
  ),
  dood ('up' [] 'twice' [] 'swap' [] 'drop').
