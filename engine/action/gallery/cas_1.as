% Car alarm system (CAS_1), after Aichernig and Jöbstl, "Towards Symbolic Model-Based Mutation
% Testing", MBT 2012: Listing 1 gives the types, the variables' number and initial values, the
% branches of after and Lock, and the do-od block. The other types and actions are reconstructed
% from the paper's description and from its counts of guards, comparisons and constants.
%
% aState: 0 Flash, 1 FlashAndSound, 2 Armed, 3 ClosedAndLocked, 4 ClosedAndUnlocked,
%         5 OpenAndLocked, 6 OpenAndUnlocked, 7 SilentAndOpen
% fromAlarm counts the outputs owed after the alarm: 0 none, 1 both to be switched off, 2 acoustic
%         is off, 3 optical is off, 4 entered Flash: acoustic to be switched off
% fromArmed counts those owed after leaving Armed: 0 none, 1 SetOff, 2 both alarms to be switched
%         on, 3 one is on, 4 both are on
type(enum_State, X) :- X in 0..7.
type(enum_fromAlarm, X) :- X in 0..4.
type(enum_fromArmed, X) :- X in 0..4.
type(bool, X) :- X in 0..1.
type(int, X) :- X in 0..270.

var([aState], enum_State).
var([fromAlarm], enum_fromAlarm).
var([fromArmed], enum_fromArmed).
var([fromClosedAndLocked_OR_fromSilentAndOpen, flashOn, soundOn], bool).

state_def([aState, fromAlarm, fromArmed, fromClosedAndLocked_OR_fromSilentAndOpen, flashOn, soundOn]).

init([6, 0, 0, 0, 0, 0]).

as :-
  actions (
    'after'(Wait_time)::(true) =>
    (
      ((Wait_time #= 20 #/\ aState #= 3) =>
        (aState := 2; fromClosedAndLocked_OR_fromSilentAndOpen := 1))
      []
      ((Wait_time #= 30 #/\ aState #= 1 #/\ fromArmed #= 4) =>
        (aState := 0; fromAlarm := 4; fromArmed := 0))
      []
      ((Wait_time #= 270 #/\ aState #= 0 #/\ fromAlarm #= 2) =>
        (aState := 7; fromAlarm := 1; fromArmed := 0))
    ),
    'Lock'::(true) =>
    (
      ((aState #= 6 #/\ fromAlarm #= 0) => (aState := 5))
      []
      ((aState #= 4 #/\ fromArmed #\= 1) => (aState := 3; fromArmed := 0))
    ),
    'Unlock'::(true) =>
    (
      ((aState #= 5) => (aState := 6))
      []
      ((aState #= 3) => (aState := 4; fromArmed := 0))
      []
      ((aState #= 2 #/\ fromClosedAndLocked_OR_fromSilentAndOpen #\= 1) => (aState := 4; fromArmed := 1))
      []
      ((aState #= 1 #/\ fromArmed #= 4) => (aState := 6; fromAlarm := 1; fromArmed := 0))
      []
      ((aState #= 0 #/\ fromAlarm #= 2) => (aState := 6; fromAlarm := 1; fromArmed := 0))
      []
      ((aState #= 7 #/\ fromAlarm #= 0) => (aState := 6; fromAlarm := 0))
    ),
    'Close'::(true) =>
    (
      ((aState #= 6 #/\ fromAlarm #= 0) => (aState := 4; fromArmed := 0))
      []
      ((aState #= 5) => (aState := 3))
      []
      ((aState #= 7 #/\ fromAlarm #= 0) =>
        (aState := 2; fromAlarm := 0; fromClosedAndLocked_OR_fromSilentAndOpen := 1))
    ),
    'Open'::(true) =>
    (
      ((aState #= 4 #/\ fromArmed #\= 1) => (aState := 6; fromArmed := 0))
      []
      ((aState #= 3) => (aState := 5))
      []
      ((aState #= 2 #/\ fromClosedAndLocked_OR_fromSilentAndOpen #\= 1) => (aState := 1; fromArmed := 1))
    ),
    'AlarmArmed_SetOn'::(true) =>
    (
      ((aState #= 2 #/\ fromClosedAndLocked_OR_fromSilentAndOpen #= 1) =>
        (fromClosedAndLocked_OR_fromSilentAndOpen := 0))
    ),
    'AlarmArmed_SetOff'::(true) =>
    (
      ((aState #= 4 #/\ fromArmed #= 1) => (fromArmed := 0))
      []
      ((aState #= 1 #/\ fromArmed #= 1) => (fromArmed := 2))
    ),
    'OpticalAlarm_SetOn'::(flashOn #= 0) =>
    (
      ((fromArmed #= 2) => (flashOn := 1; fromArmed := 3))
      []
      ((fromArmed #= 3) => (flashOn := 1; fromArmed := 4))
    ),
    'AcousticAlarm_SetOn'::(soundOn #= 0) =>
    (
      ((fromArmed #= 2) => (soundOn := 1; fromArmed := 3))
      []
      ((fromArmed #= 3) => (soundOn := 1; fromArmed := 4))
    ),
    'OpticalAlarm_SetOff'::(flashOn #= 1) =>
    (
      ((fromAlarm #= 1) => (flashOn := 0; fromAlarm := 3))
      []
      ((aState #= 6 #/\ fromAlarm #= 2) => (flashOn := 0; fromAlarm := 0))
      []
      ((aState #= 7 #/\ fromAlarm #= 2) => (flashOn := 0; fromAlarm := 0))
    ),
    'AcousticAlarm_SetOff'::(true) =>
    (
      ((fromAlarm #= 4) => (soundOn := 0; fromAlarm := 2))
      []
      ((fromAlarm #= 1) => (soundOn := 0; fromAlarm := 2))
      []
      ((aState #= 6 #/\ fromAlarm #= 3) => (soundOn := 0; fromAlarm := 0))
      []
      ((aState #= 7 #/\ fromAlarm #= 3) => (soundOn := 0; fromAlarm := 0))
    )
  ),
  dood (
    'Lock'
    [] [X:int]:'after'(X)
    [] 'Unlock'
    [] 'Close'
    [] 'Open'
    [] 'AlarmArmed_SetOn'
    [] 'AlarmArmed_SetOff'
    [] 'OpticalAlarm_SetOn'
    [] 'AcousticAlarm_SetOn'
    [] 'OpticalAlarm_SetOff'
    [] 'AcousticAlarm_SetOff'
  ).
