% Observing PALS: those that land on the lower end of a switch or on a back field last, and among equals the least
% advanced. (In the source: example 3.9.)
%
% Mended: the source never tests the first piece of the list, the least advanced, for back fields, and finds a way round a
% switch by backtracking into clauses that were not meant for it. Here every piece is compared in full.

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk([Stone|Stones], SoFar, Best) :-
    better(Stone, SoFar), !,
    walk(Stones, Stone, Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).

better([X, _, _], [Xb, _, _]) :-
    rank(X, Rank),
    rank(Xb, RankB),
    ( Rank < RankB ; Rank =:= RankB, X < Xb ), !.

rank(X, 1) :- landing(X, Reached), minTile(Reached, 'switch@'), !.
rank(X, 1) :- backTile(X), !.
rank(_, 0).
