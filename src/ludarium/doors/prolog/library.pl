% Predicates that every rule base has besides those that are built in. A rule base may define any of them anew.

append([], L, L).
append([X|Xs], L, [X|Ys]) :- append(Xs, L, Ys).

append(Ls, L) :- concat_(Ls, L).
concat_([], []).
concat_([L|Ls], All) :- append(L, Rest, All), concat_(Ls, Rest).

member(X, [Y|Ys]) :- member_(Ys, X, Y).
member_(_, X, X).
member_([Y|Ys], X, _) :- member_(Ys, X, Y).

memberchk(X, L) :- member(X, L), !.

reverse(L, R) :- reverse_(L, [], R).
reverse_([], R, R).
reverse_([X|Xs], Rest, R) :- reverse_(Xs, [X|Rest], R).

last([X|Xs], Last) :- last_(Xs, X, Last).
last_([], Last, Last).
last_([X|Xs], _, Last) :- last_(Xs, X, Last).

nth0(I, L, X) :- integer(I), !, I >= 0, nth_(I, L, X).
nth0(I, L, X) :- var(I), nth_any_(L, X, 0, I).
nth1(I, L, X) :- integer(I), !, I >= 1, J is I - 1, nth_(J, L, X).
nth1(I, L, X) :- var(I), nth_any_(L, X, 1, I).
nth_(0, L, X) :- !, L = [X|_].
nth_(I, [_|Xs], X) :- J is I - 1, nth_(J, Xs, X).
nth_any_([Y|Ys], X, I, Found) :- nth_any_(Ys, Y, X, I, Found).
nth_any_(_, X, X, I, I).
nth_any_([Y|Ys], _, X, I, Found) :- J is I + 1, nth_any_(Ys, Y, X, J, Found).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :- select(X, Ys, Zs).
selectchk(X, L, Rest) :- select(X, L, Rest), !.
permutation([], []).
permutation(L, [X|Xs]) :- select(X, L, Rest), permutation(Rest, Xs).

delete([], _, []).
delete([X|Xs], Y, Zs) :- X \= Y, !, Zs = [X|Rest], delete(Xs, Y, Rest).
delete([_|Xs], Y, Zs) :- delete(Xs, Y, Zs).
subtract([], _, []).
subtract([X|Xs], L, Zs) :- memberchk(X, L), !, subtract(Xs, L, Zs).
subtract([X|Xs], L, [X|Zs]) :- subtract(Xs, L, Zs).
intersection([], _, []).
intersection([X|Xs], L, Zs) :- memberchk(X, L), !, Zs = [X|Rest], intersection(Xs, L, Rest).
intersection([_|Xs], L, Zs) :- intersection(Xs, L, Zs).
union([], L, L).
union([X|Xs], L, Zs) :- memberchk(X, L), !, union(Xs, L, Zs).
union([X|Xs], L, [X|Zs]) :- union(Xs, L, Zs).
list_to_set(L, Set) :- to_set_(L, [], Set).
to_set_([], _, []).
to_set_([X|Xs], Seen, Set) :- seen_(X, Seen), !, to_set_(Xs, Seen, Set).
to_set_([X|Xs], Seen, [X|Set]) :- to_set_(Xs, [X|Seen], Set).
seen_(X, [Y|_]) :- X == Y, !.
seen_(X, [_|Ys]) :- seen_(X, Ys).

sum_list(L, Sum) :- sum_(L, 0, Sum).
sumlist(L, Sum) :- sum_(L, 0, Sum).
sum_([], Sum, Sum).
sum_([X|Xs], Before, Sum) :- Next is Before + X, sum_(Xs, Next, Sum).
max_list([X|Xs], Max) :- max_(Xs, X, Max).
max_([], Max, Max).
max_([X|Xs], Before, Max) :- Next is max(Before, X), max_(Xs, Next, Max).
min_list([X|Xs], Min) :- min_(Xs, X, Min).
min_([], Min, Min).
min_([X|Xs], Before, Min) :- Next is min(Before, X), min_(Xs, Next, Min).
max_member(Max, L) :- msort(L, Sorted), last(Sorted, Max).
min_member(Min, L) :- msort(L, [Min|_]).
numlist(Low, High, []) :- Low > High, !.
numlist(Low, High, [Low|L]) :- Next is Low + 1, numlist(Next, High, L).
succ(X, Y) :- integer(X), !, X >= 0, Y is X + 1.
succ(X, Y) :- integer(Y), Y > 0, X is Y - 1.
plus(X, Y, Z) :- integer(X), integer(Y), !, Z is X + Y.
plus(X, Y, Z) :- integer(X), integer(Z), !, Y is Z - X.
plus(X, Y, Z) :- integer(Y), integer(Z), X is Z - Y.

maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(_, [], []).
maplist(G, [A|As], [B|Bs]) :- call(G, A, B), maplist(G, As, Bs).
maplist(_, [], [], []).
maplist(G, [A|As], [B|Bs], [C|Cs]) :- call(G, A, B, C), maplist(G, As, Bs, Cs).
include(_, [], []).
include(G, [X|Xs], Kept) :- call(G, X), !, Kept = [X|Rest], include(G, Xs, Rest).
include(G, [_|Xs], Kept) :- include(G, Xs, Kept).
exclude(_, [], []).
exclude(G, [X|Xs], Kept) :- call(G, X), !, exclude(G, Xs, Kept).
exclude(G, [X|Xs], [X|Kept]) :- exclude(G, Xs, Kept).
foldl(G, L, Before, After) :- foldl_(L, G, Before, After).
foldl_([], _, After, After).
foldl_([X|Xs], G, Before, After) :- call(G, X, Before, Next), foldl_(Xs, G, Next, After).

predsort(G, L, Sorted) :- length(L, Count), predsort_(G, Count, L, _, Sorted).
predsort_(_, 0, Rest, Rest, []) :- !.
predsort_(_, 1, [X|Rest], Rest, [X]) :- !.
predsort_(G, Count, L, Rest, Sorted) :-
    Left is Count // 2, Right is Count - Left,
    predsort_(G, Left, L, Middle, First), predsort_(G, Right, Middle, Rest, Second),
    predmerge_(First, Second, G, Sorted).
predmerge_([], L, _, L) :- !.
predmerge_(L, [], _, L) :- !.
predmerge_([X|Xs], [Y|Ys], G, Sorted) :- call(G, Order, X, Y), !, predmerge_(Order, X, Xs, Y, Ys, G, Sorted).
predmerge_(<, X, Xs, Y, Ys, G, [X|Sorted]) :- predmerge_(Xs, [Y|Ys], G, Sorted).
predmerge_(>, X, Xs, Y, Ys, G, [Y|Sorted]) :- predmerge_([X|Xs], Ys, G, Sorted).
predmerge_(=, X, Xs, _, Ys, G, Sorted) :- predmerge_([X|Xs], Ys, G, Sorted).

aggregate_all(count, G, Count) :- !, findall(x, G, L), length(L, Count).
aggregate_all(sum(X), G, Sum) :- !, findall(X, G, L), sum_list(L, Sum).
aggregate_all(max(X), G, Max) :- !, findall(X, G, L), max_list(L, Max).
aggregate_all(min(X), G, Min) :- !, findall(X, G, L), min_list(L, Min).
aggregate_all(bag(X), G, L) :- !, findall(X, G, L).
aggregate_all(set(X), G, Set) :- findall(X, G, L), sort(L, Set).

% What a rule base writes is read by nobody.
write(_).
print(_).
writeln(_).
nl.
format(_).
format(_, _).
