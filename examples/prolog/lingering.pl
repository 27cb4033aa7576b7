% Lingering(PALS->ADVANCER): the least advanced piece, but whenever an opponent has a piece on a goal field, the most
% advanced. (In the source: example 3.12.)
%
% Mended: the source leaves out the first piece of the list and begins with a variable that has no value, so that it never
% moves that piece and fails where it has only one.

worth([Stone|Stones], Best) :-
    Stone = [_, _, Owner],
    opponentOn('goal@', Owner), !,
    furthest(Stones, Stone, Best).
worth([Stone|Stones], Best) :-
    last_of_all(Stones, Stone, Best).

opponentOn(Kind, Owner) :-
    board(Field, Name),
    startsWith(Kind, Name),
    findOpponentPiece(Field, Owner, _), !.

furthest([], Best, Best).
furthest([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    X > Xb, !,
    furthest(Stones, [X, Piece, Owner], Best).
furthest([_|Stones], SoFar, Best) :-
    furthest(Stones, SoFar, Best).

last_of_all([], Best, Best).
last_of_all([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    X < Xb, !,
    last_of_all(Stones, [X, Piece, Owner], Best).
last_of_all([_|Stones], SoFar, Best) :-
    last_of_all(Stones, SoFar, Best).
