% Aggressive ADVANCER: a piece that lands on an opponent's first, and among equals the most advanced.
% (In the source: example 3.11.)
%
% Mended: the source stops at the first piece of the list that jostles, the least advanced one; see first_jostler.pl. Its
% printed heads lack a bracket: worth1([X,Y,Z]|R), ...).

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk([Stone|Stones], SoFar, Best) :-
    better(Stone, SoFar), !,
    walk(Stones, Stone, Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).

better([X, _, Owner], [Xb, _, _]) :-
    rank(X, Owner, Rank),
    rank(Xb, Owner, RankB),
    ( Rank < RankB ; Rank =:= RankB, X > Xb ), !.

rank(X, Owner, 0) :- landing(X, Reached), findOpponentPiece(Reached, Owner, _), !.
rank(_, _, 1).
