"""Rules files of Zillions of Games: read, translated into games like any other, and written.

reader       words, texts and brackets with their lines      description  what a file says of a game
macros       definitions and their uses                      names        the words of a game, and their numbers
board        positions, links, zones                         blocks       move code in Python
state        the state and the stand-ins                     goals        conditions in Python
moving       what move code is made of                       translate    the Python file of a game, with `tables`
frame        turns, passes, goals and ends                   game, files  the game for people, and from files
counts       who has the most                                write        rule sets as rules files, with `write_moves`
"""

from ludarium.engine.entry import Family

FAMILY = Family(
    form=r"[^#]+?\.zrf(?:#[^()]*?)?\s*(?:\(.*\))?",
    game="ludarium.doors.zrf.files:load",
    example="path/to/file.zrf",
    python="ludarium.doors.zrf.files:python_reference",
    anybody=r"(?!)",  # files of this machine are nothing for the network
)
