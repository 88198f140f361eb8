% A shop that lends two bicycles; a locked shop lends none, but takes them back.
type(count, X) :- X in 0..2.
type(bool, X) :- X in 0..1.

var([bikes], count).
var([open], bool).
state_def([bikes, open]).
init([2, 1]).
inputs(['rent', 'bring', 'turn']).

as :-
  actions (
    'rent'::(open #= 1 #/\ bikes #> 0) => (bikes := bikes - 1),
    'bring'::(bikes #< 2) => (bikes := bikes + 1),
    'turn'::(true) => (open := 1 - open),
    'sign'(N)::(N #= bikes #/\ open #= 1) => (skip)
  ),
  dood (
    'rent'
    [] 'bring'
    [] 'turn'
    [] [N:count]:'sign'(N)
  ).
