% PALS: moves the least advanced piece, so that all stay together. (In the source: example 3.6.)
%
% It differs from ADVANCER in one sign, as in the source.

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    X < Xb, !,
    walk(Stones, [X, Piece, Owner], Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).
