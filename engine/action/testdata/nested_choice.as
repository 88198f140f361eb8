% Choice inside the first part of a sequential composition, two levels deep: outside the normal form of
% Aichernig and Joebstl (MBT 2012, Section 4.2). Whoever negates the intermediate state's quantifier by
% looking at one intermediate state alone finds counterexamples here that are none.
type(small, X) :- X in 0..3.
var([x, y], small).
state_def([x, y]).
init([0, 0]).
as :-
  actions (
    'pick'::(x #= 0) =>
    (
      ((x := 1 [] x := 2 [] (y #= 0 => x := 3));
       ((x #\= 2 => y := 1) [] (x #= 2 => (y := 2 [] y := 3))))
    ),
    'mix'::(x #= 3 #/\ y #= 1) =>
    (
      (((x := 0; y := 2) [] (y := 3 [] y := 0)); (x := 2 [] (y #\= 3 => x := 1)))
    ),
    'reset'::(true) =>
    (
      ((x #> 0 #/\ y #>= 2) => (x := 0; y := 0))
      []
      ((x #= 1 #/\ y #= 1) => ((x := 0 [] x := 1); (x #= 0 => y := 0)))
    )
  ),
  dood ('pick' [] 'mix' [] 'reset').
