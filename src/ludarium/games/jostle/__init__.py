"""Jostle: a race with dice in which pieces push each other back."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "jostle",
    ".game:Jostle",
    "2–4",
    "a race with dice: push the others back",
    home=__name__,
    title="Jostle",
    place=9,
    quiz=".quiz:quiz",
    introduction=".introduction:STEPS",
    board="jostle",
    players={
        "randomizer": ".strategies.player:Randomizer",
        "advancer": ".strategies.player:Advancer",
        "pals": ".strategies.player:Pals",
        "equalizer": ".strategies.player:Equalizer",
        "lingering": ".strategies.player:Lingering",
        "composed": ".strategies.player:Composed",
    },
    levels=".levels:LEVELS",
    elements=".strategies.grammar:ELEMENTS",
    commands=".commands:app",
    rule_bases=".rulebases:JostleRuleBases",
    reproductions={"jostle": ".reproduction:REPRODUCTION"},
)
