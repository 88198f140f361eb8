type(level, X) :- X in 0..5.     % a type is a range of whole numbers
type(bool, X) :- X in 0..1.      % yes and no are numbers, too

var([water], level).             % a variable and its type
var([pump], bool).               % another one
state_def([water, pump]).        % all variables, in one order
init([0, 0]).                    % their first values, in the same order
inputs(['switch', 'drink']).     % what users do; all the rest are outputs

as :-                            % the system begins
  actions (                      % an action is 'name'::(guard) => (what it does)
    'switch'::(true) => (pump := 1 - pump), % possible always
    'fill'::(pump #= 1 #/\ water #< 5) => (water := water + 1), % #/\ is "and", #\/ is "or"
    'drink'(N)::(N #> 0 #/\ N #=< water) => (water := water - N), % an action may have an argument
    'full'::(water #= 5 #/\ pump #= 1) => (pump := 0) % #= compares, := assigns
  ),                             % the actions end
  dood (                         % what may happen again and again
    'switch'                     % this,
    [] 'fill'                    % or this: [] leaves the choice open
    [] [N:level]:'drink'(N)      % for some value N of the type
    [] 'full'                    % the last choice
  ).                             % the system ends
