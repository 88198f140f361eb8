% Texts with what is wrong in them.
type(t, X) :- X in 0..3.
type(t, X) :- X in 0..4. %% "error: the type 't' is declared twice [duplicate-name]"
var([x, x], t). %% "error: the variable 'x' is declared twice"
var([y], tt). %% "error: the type 'tt' is not declared (did you mean 't'?) [undefined-name]"
var([z], t). %% "the variable 'z' is not in state_def [missing-variable]"
state_def([x, y, w]). %% "the variable 'w' is not declared"
init([0, 0]). %% "got 2 initial values, want 3: one for each variable of state_def [wrong-count]"
as :- actions (
  'a'::(x #= y + q) => (x := 1), %% "error: 'q' is not declared (did you mean 'x'?)"
  'a'::(true) => (skip), %% "the action 'a' is declared twice" %% "warning: the action 'a' does not occur"
  'b'(P)::(P) => (P := 1; v := 2), %% "got an integer, want a Boolean (compare it with a value)" %% "'P' is a parameter and cannot be assigned to" %% "the variable 'v' is not declared"
  'c'(x, P, P)::(true) => (y := x #= 1) %% "the parameter 'x' has the name of a variable" %% "the parameter 'P' has the name of a parameter" %% "got a Boolean, want an integer" %% "warning: the action 'c' does not occur in the do-od block [unused-action]"
), dood (
  'a'
  [] 'b' %% "got 0 arguments for 'b', want 1 (bind them with their types, as in [X:type]:'b'(X)) [wrong-arity]"
  [] [X:t]:'a'(X) %% "got 1 arguments for 'a', want 0"
  [] [X:u]:'b'(X) %% "the type 'u' is not declared"
  [] 'bb' %% "the action 'bb' is not declared (did you mean 'b'?)"
).
---
type(t, X) :- X in 3..0. %% "the range 3..0 holds no value (write the smaller bound first) [empty-range]"
type(u, X) :- Y in 0..3. %% "got 'Y', want 'X' [syntax]"
typ(v, X) :- X in 0..3. %% "got 'typ', want one of the clauses type, var, state_def, init, inputs, as (did you mean 'type'?)"
var([x] t). %% "got 't', want ','"
state_def([x]). %% "the variable 'x' is not declared"
init([0. %% "got '.', want ']'"
as :- actions ( %% "got the end of the text, want an action, as in 'name'::(true) => (…)"
---
type(t, X) :- X in 0..3.
var([x, y], t).
state_def([x, y]).
init([4, -1]). %% "got 4 for 'x', want a value in 0..3 [outside-type]" %% "got -1 for 'y', want a value in 0..3"
init([0, 0]). %% "there is a second clause 'init' (join them into one) [duplicate-clause]"
inputs(['a', 'z']). %% "the action 'z' is not declared"
as :- actions (
  'a'::(x = 1) => (x := 1), %% "got '=', want ')' (a comparison is written x #= 1, an assignment x := 1)"
  'b'::(x #= 1 => (x := 2)), %% "got '=>', want ')'"
  'c'::(true) => (x = 2), %% "got '=', want '=>' after a guard (a comparison is written x #= 1, an assignment x := 1)"
  'd'::(true) => (x #= 1 => x := 1; y := 1), %% "';' after a guarded statement can be read in two ways (write (guard => (a; b)) or ((guard => a); b)) [ambiguous]"
  'e'::(true) => (x := 1 y := 1), %% "got 'y', want ')'"
  'f'::(x #= 1 #= 2) => skip, %% "comparisons cannot be chained"
  'g'::(true) => skip
  'h'::(true) => skip %% "got 'h', want ',' before the next action or ')' after the last (is a ',' missing?)"
), dood ('a' ; 'b' // 'c' [] 'd'). %% "';' beside '//' can be read in two ways (write (A ; B) // C or A ; (B // C)) [ambiguous]"
---
type(t, X) :- X in 0..3.
var([x], t).
state_def([x]).
init([0]).
as :- actions (
  'a'::(true) => (x := 99999999999999999999), %% "the constant 99999999999999999999 does not fit into 64 bits (want at most 9223372036854775807) [constant-too-large]"
  'b'(P)::(P #= 1) => skip
), dood ('a' [] [X:t, Y:t]:'b'(X) [] [X:t]:'b'(Z) [] [X:t, X:t]:'b'(X)). %% "'Y' is bound and not passed to 'b' [unused-parameter]" %% "'Z' is not bound here, want [Z:type] before the name of the action (did you mean 'X'?)" %% "the parameter 'X' is bound twice" %% "'X' is bound and not passed to 'b'"
---
type(t, X) :- X in 0..3.
type(wide, X) :- X in 0..4000000000000000000.
var([x], t).
var([w], wide).
state_def([x, w]).
init([0, 0]).
as :- actions (
  'a'::(true) => (x := 5), %% "warning: this value is never in 0..3, the type of 'x': the branch cannot be taken [outside-type]"
  'b'::(w * w #> 0) => skip, %% "error: this expression can leave 64 bits (narrow the types of its variables and parameters) [overflow]"
  'c'::(w + w + w #> 0) => skip %% "can leave 64 bits"
), dood ('a' [] 'b' [] 'c').
---
% nothing but this %% "there is no clause 'state_def' (add state_def([x, y]).)" %% "there is no clause 'init' (add init([0, 0]).)" %% "there is no clause 'as' (add as :- actions ('name'::(true) => (x := 1)), dood ('name').)"
---
type(t, X) :- X in 0..3.
var([x], t).
state_def([x]).
init([0]).
as :- actions ('a'::(true) => (x := 1)), dood ('a). %% "this quote is not closed on its line [unclosed-quote]"
---
% mutarium: of %% "warning: this looks like a lock against mutation, and is none (write % mutarium: off, or % mutarium: on) [unknown-mark]"
type(t, X) :- X in 0..3.
var([x, y], t).
state_def([x, y]).
init([0, 0]).
as :- actions (
  'a'::(x #= 4) => (x := 1), %% "warning: by the types this is always false: 0..3 against 4 [always-decided]"
  'b'(P)::(P #> y #/\ P #\= 9) => (y := P), %% "by the types this is always true: 0..3 against 9"
  'c'::(2 #= 2 #/\ x + y #=< 6) => skip %% "by the types this is always true: 0..6 against 6"
), dood ('a' [] [P:t]:'b'(P) [] 'c').
