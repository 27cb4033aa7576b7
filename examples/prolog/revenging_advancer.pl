% Revenging ADVANCER: a piece that lands on one of an opponent who has jostled it first, and among equals the most
% advanced. (The source describes it in words, as a second form of Aggressive.)

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

rank(X, Owner, 0) :- landing(X, Reached), findOpponentPiece(Reached, Owner, Foe), jostledBy(Foe), !.
rank(_, _, 1).
