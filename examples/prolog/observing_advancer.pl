% Observing ADVANCER: a piece that lands on the lower end of a switch first, those that land on a back field last, and
% among equals the most advanced. (In the source: examples 3.3 and 3.8.)
%
% Mended:
% - The printed head of the second clause lacks a bracket: worth1([X,Y,Z]|R, ...).
% - firstTileOf(_, StringB) has a variable that stands alone; it is shared now and has none.
% - The source walks through the list and stops at the first piece that lands on a switch, the least advanced one; and it
%   tests only those behind the first for back fields. Here every piece is compared in full.

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
    ( Rank < RankB ; Rank =:= RankB, X > Xb ), !.

rank(X, 0) :- landing(X, Reached), minTile(Reached, 'switch@'), !.
rank(X, 2) :- backTile(X), !.
rank(_, 1).
