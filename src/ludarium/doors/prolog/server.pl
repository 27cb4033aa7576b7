% SWI-Prolog's side of the door: it reads questions, one term each, and writes an answer to each on a line of its own.
%
%     load(Clauses, Keys)                              the rule base: c(Head, Body) each, and every Name/Arity it uses
%     tell(Facts)                                      Facts is a list of f(Name/Arity, List)
%     ask(Facts, Goal, Answer, Keep, Seed, Inferences, Seconds)
%
% The answers are yes(Answer, Seed), no(Seed), error(Term) and limit(Which), each after a mark that no rule base writes;
% Seed is where the random numbers have come to. A rule
% base has a module of its own. What it uses and nobody defines is defined there as empty: it fails, also where SWI-Prolog
% would have such a predicate. What it can reach in the end is checked by the library's sandbox before it is asked.

:- module(ludarium_server, [main/0, rand_int/2]).
:- use_module(library(lists)).
:- use_module(library(sandbox)).
:- use_module(library(time)).

:- dynamic checked/1.

main :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_prolog_flag(rulebase:unknown, fail),
    set_prolog_flag(rulebase:generate_debug_info, false),
    rulebase:import(ludarium_server:rand_int/2),
    (   predicate_property(system:snapshot(_), defined)
    ->  say(ready)
    ;   say(old), halt
    ),
    repeat,
    read_term(user_input, Question, []),
    (   Question == end_of_file
    ->  !, halt
    ;   catch(answer(Question, Answer), Error, failure(Error, Answer)),
        say(Answer),
        fail
    ).

say(Answer) :-
    format(user_output, '\u0001', []),
    write_term(user_output, Answer, [quoted(true), ignore_ops(true), numbervars(false), dotlists(false), cycles(true)]),
    nl(user_output),
    flush_output(user_output).

answer(load(Clauses, Keys), ready) :-
    retractall(checked(_)),
    forall(( predicate_property(rulebase:Head, dynamic), \+ predicate_property(rulebase:Head, imported_from(_)) ),
           retractall(rulebase:Head)),
    forall(member(Key, Keys), prepare(Key)),
    forall(member(c(Head, Body), Clauses), assertz(rulebase:(Head :- Body))).
answer(tell(Facts), ready) :-
    tell(Facts).
answer(ask(Facts, Goal, Answer, Keep, Seed, Inferences, Seconds), Said) :-
    tell(Facts),
    nb_setval(ludarium_random, Seed),
    set_random(seed(Seed)),
    check(Goal),
    (   Keep == true
    ->  Run = transaction(limited(Goal, Inferences, Seconds))
    ;   Run = snapshot(limited(Goal, Inferences, Seconds))
    ),
    (   call(Run)
    ->  nb_getval(ludarium_random, After), Said = yes(Answer, After)
    ;   nb_getval(ludarium_random, After), Said = no(After)
    ).

% Whatever SWI-Prolog has under a name, here it is the rule base's own.
prepare(Name/Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(system:Head, defined)
    ->  redefine_system_predicate(rulebase:Head)
    ;   true
    ),
    dynamic(rulebase:Name/Arity).

tell(Facts) :-
    forall(member(f(Name/Arity, List), Facts),
           (   functor(Head, Name, Arity),
               dynamic(rulebase:Name/Arity),
               retractall(rulebase:Head),
               forall(member(Fact, List), assertz(rulebase:Fact))
           )).

% Rules cannot be added while a rule base runs, so that what was once found safe stays so.
check(Goal) :-
    copy_general(Goal, General),
    (   checked(Known), Known =@= General
    ->  true
    ;   safe_goal(rulebase:General),
        assertz(checked(General))
    ).

copy_general((A, B), (C, D)) :- !, copy_general(A, C), copy_general(B, D).
copy_general(Goal, General) :- functor(Goal, Name, Arity), functor(General, Name, Arity).

limited(Goal, Inferences, Seconds) :-
    call_with_time_limit(Seconds, call_with_inference_limit(rulebase:Goal, Inferences, Result)),
    (   Result == inference_limit_exceeded
    ->  throw(ludarium_limit(inferences))
    ;   !
    ).

failure(ludarium_limit(Which), limit(Which)) :- !.
failure(time_limit_exceeded, limit(time)) :- !.
failure(error(resource_error(_), _), limit(memory)) :- !.
failure(error(Formal, Context), error(error(Formal, Shown))) :-
    !,
    (   nonvar(Context), Context = sandbox(_, _)
    ->  Shown = sandbox
    ;   Shown = context
    ).
failure(Ball, error(Ball)).

% The numbers that the lab's own players draw from a seed: SplitMix64, and exactly uniform below a bound.
rand_int(Most, Drawn) :-
    Bound is Most,
    must_be(between(1, 0xffffffff), Bound),
    random_product(Bound, Product),
    Excess is (0x100000000 - Bound) mod Bound,
    drawn(Bound, Excess, Product, Drawn).

drawn(Bound, Excess, Product, Drawn) :-
    (   Product /\ 0xffffffff < Excess
    ->  random_product(Bound, Next), drawn(Bound, Excess, Next, Drawn)
    ;   Drawn is Product >> 32
    ).

random_product(Bound, Product) :-
    nb_getval(ludarium_random, Before),
    State is (Before + 0x9E3779B97F4A7C15) /\ 0xffffffffffffffff,
    nb_setval(ludarium_random, State),
    A is ((State xor (State >> 30)) * 0xBF58476D1CE4E5B9) /\ 0xffffffffffffffff,
    B is ((A xor (A >> 27)) * 0x94D049BB133111EB) /\ 0xffffffffffffffff,
    Product is ((B xor (B >> 31)) >> 32) * Bound.

:- multifile sandbox:safe_primitive/1.
sandbox:safe_primitive(ludarium_server:rand_int(_, _)).
