% Thousands of reachable states and products of parameters: a crane over a grid of 63 by 63 places.
type(place, X) :- X in 0..62.
type(stride, X) :- X in -3..3.
var([x, y], place).
state_def([x, y]).
init([31, 31]).
as :-
  actions (
    'move'(Dx, Dy)::(Dx * Dy #= 2 #\/ Dx * Dy #= -2) => (x := x + Dx; y := y + Dy),
    'area'(W, H)::(W * H #= x + y #/\ W #=< H) => (x := W; y := H),
    'home'::(x #\= y) => (x := 31; y := 31),
    'mirror'::(x #> 40 #/\ y #< 20) => (x := 62 - x)
  ),
  dood (
    [Dx:stride, Dy:stride]:'move'(Dx, Dy)
    [] [W:place, H:place]:'area'(W, H)
    [] 'home'
    [] 'mirror'
  ).
