% What every rule base of Jostle has under it. A piece is a stone [Field, Piece, Owner]; the stack is field -1.
%
% Told by the game:  state(Field, [[Owner, Piece], ...]) for every occupied field in ascending order, the stack included
%                    board(Field, Name): n, start, 'switch@1', 'back@3', 'goal@2' ...
%                    jostledBy(Owner): who has jostled a piece of the player in this game
%                    named(Piece, Most): where the piece is named before the second roll, and the most points that the
%                    second roll can make of its next move
% Asked by the game: setDie(Points), addDie(Points), then move(Owner, Stone) or rollDieAgain(Owner).
% A rule base says   worth(Stones, Stone): which of the pieces that can move is moved.

% The order of Stones: field, the least advanced first, or id, by the numbers of the pieces.
order(field).

stateSearch(Field, Piece, Owner) :-
    state(Field, Stones),
    member([Owner, Piece], Stones).

allStates(Stones, Owner) :-
    findall([Field, Piece, Owner], stateSearch(Field, Piece, Owner), Stones).

canMove([Field, _, _]) :-
    not(goalTile(Field)),
    die(Points),
    Reached is Field + Points,
    board(Reached, _).

% The pieces of a player that can be moved by the die, in the order that the rule base asks for.
stones(Owner, Stones) :-
    allStates(All, Owner),
    findall(Stone, (member(Stone, All), canMove(Stone)), Found),
    inOrder(Found, Stones).

inOrder(Found, Stones) :-
    order(id), !,
    findall(Piece - [Field, Piece, Owner], member([Field, Piece, Owner], Found), Pairs),
    keysort(Pairs, Sorted),
    findall(Stone, member(_ - Stone, Sorted), Stones).
inOrder(Stones, Stones).

% --- the board -------------------------------------------------------------------------------------------------------

startsWith(Beginning, Name) :-
    sub_atom(Name, 0, _, _, Beginning), !.

boardsize(Last) :-
    board(Last, _),
    not((board(Further, _), Further > Last)), !.

goalTile(Field) :-
    board(Field, Name),
    startsWith('goal@', Name).

% How many goal fields there are.
goalsize(Count) :-
    findall(Field, goalTile(Field), Goals),
    length(Goals, Count).

% Where a piece on a field would land.
landing(Field, Reached) :-
    die(Points),
    Reached is Field + Points.

% Whether a piece on a field would land on one that leads back.
backTile(Field) :-
    landing(Field, Reached),
    board(Reached, Name),
    startsWith('back@', Name).

% The first field of a kind that bears its name: the lower end of a pair of switches.
minTile(Field, Kind) :-
    board(Field, Name),
    startsWith(Kind, Name),
    firstTileOf(Field, Name).

firstTileOf(Field, Name) :-
    not((board(Before, Name), Before < Field)).

findOpponentPiece(Field, Owner, Opponent) :-
    stateSearch(Field, _, Opponent),
    Owner \= Opponent.

% --- the die and the two questions -----------------------------------------------------------------------------------

setDie(Points) :-
    retractall(die(_)),
    assert(die(Points)).

addDie(More) :-
    die(Points),
    Sum is Points + More,
    setDie(Sum).

move(Owner, Stone) :-
    stones(Owner, Stones),
    worth(Stones, Stone).

% A second roll is taken when the piece that would be moved stands more than 12 fields before the last: that one alone.
% (The source would go on to any other piece that worth/2 comes to after it.)
rollDieAgain(Owner) :-
    named(Piece, Most), !,
    stateSearch(Field, Piece, Owner),
    boardsize(Last),
    Field < Last - Most.
rollDieAgain(Owner) :-
    stones(Owner, Stones),
    once(worth(Stones, [Field, _, _])),
    boardsize(Last),
    Field < Last - 12.

% --- a memory of what is still to be moved ---------------------------------------------------------------------------

setworthHistory(Pieces) :-
    retractall(history(_)),
    assert(history(Pieces)).

getworthHistory(Stones, Pieces) :-
    findall(Piece, member([_, Piece, _], Stones), Pieces).
