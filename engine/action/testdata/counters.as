% A production cell that counts: six 16-bit counters, 2^96 states by their types. Enumeration cannot
% finish, and says so.
type(word, X) :- X in 0..65535.
type(step, X) :- X in 1..1000.

var([fed, pressed, packed, shipped, scrapped, idle], word).
state_def([fed, pressed, packed, shipped, scrapped, idle]).
init([0, 0, 0, 0, 0, 0]).
inputs(['feed', 'ship']).

as :-
  actions (
    'feed'(N)::(fed + N #=< 60000) => (fed := fed + N),
    'press'::(pressed #< fed) =>
    (
      pressed := pressed + 1
      []
      ((scrapped #< 500) => (pressed := pressed + 1; scrapped := scrapped + 1))
    ),
    'pack'::(packed + 10 #=< pressed - scrapped) => (packed := packed + 10),
    'ship'::(shipped #< packed) => (shipped := packed),
    'wait'::(fed #= pressed #/\ idle #< 65535) => (idle := idle + 1)
  ),
  dood (
    [N:step]:'feed'(N)
    [] 'press'
    [] 'pack'
    [] 'ship'
    [] 'wait'
  ).
