% Flow control with credit: a sender may have so many bytes under way as the receiver granted. Six
% 16-bit counters and packet sizes up to 1500: bounded search with induction answers.
type(word, X) :- X in 0..65535.
type(size, X) :- X in 1..1500.

var([sent, acked, received, delivered, lost, credit], word).
state_def([sent, acked, received, delivered, lost, credit]).
init([0, 0, 0, 0, 0, 8000]).
inputs(['send', 'grant']).

as :-
  actions (
    'send'(N)::(N #=< credit) => (sent := sent + N; credit := credit - N),
    'arrive'(N)::(received + lost + N #=< sent) => (received := received + N),
    'drop'(N)::(received + lost + N #=< sent #/\ N #=< 100) => (lost := lost + N),
    'deliver'(N)::(delivered + N #=< received) => (delivered := delivered + N),
    'ack'::(acked #< delivered) => (acked := delivered),
    'grant'(N)::(credit + N #=< 8000 #/\ N #=< acked) => (credit := credit + N)
  ),
  dood (
    [N:size]:'send'(N)
    [] [N:size]:'arrive'(N)
    [] [N:size]:'drop'(N)
    [] [N:size]:'deliver'(N)
    [] 'ack'
    [] [N:size]:'grant'(N)
  ).
