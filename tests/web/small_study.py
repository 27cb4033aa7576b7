"""A small study with every kind of page and question, for the tests in a browser."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

BOX = 'viewBox="0 0 24 24" width="72" height="72" fill="none" stroke="black" stroke-width="3"'
CROSS, RING = (
    "data:image/svg+xml;base64,"
    + b64encode(f'<svg xmlns="http://www.w3.org/2000/svg" {BOX}>{drawn}</svg>'.encode()).decode()
    for drawn in ('<path d="M4 4L20 20M20 4L4 20"/>', '<circle cx="12" cy="12" r="8"/>')
)
OPTIONS = {"a": "Apples", "b": "Pears", "c": "Plums"}
SMALL: dict[str, Any] = {
    "title": "Noughts and questions",
    "summary": "A short game, and every kind of question.",
    "languages": ["en", "de"],
    "texts": {
        "en": {"hello": "What this is", "say": "You play **one** short game.\n\n- first you read\n- then you play"},
        "de": {"hello": "Worum es geht", "say": "Sie spielen **eine** kurze Partie.\n\n- erst lesen\n- dann spielen"},
    },
    "questionnaires": {
        "kinds": {
            "title": "All sorts of questions",
            "questions": [
                {"kind": "open", "name": "free", "text": "Say something.", "help": "In your own words."},
                {"kind": "number", "name": "many", "text": "How many?", "low": 1, "high": 9, "unit": "pieces"},
                {"kind": "choices", "name": "fruit", "text": "Which of these?", "options": OPTIONS, "least": 1},
                {
                    "kind": "matching", "name": "pairs", "text": "What belongs together?",
                    "left": {"x": "Cross", "o": "Nought"}, "to": {"one": "first", "two": "second"},
                    "pictures": {"x": CROSS, "o": RING, "two": RING},
                },
                {"kind": "ranking", "name": "order", "text": "In which order?", "options": OPTIONS},
            ],
        },
        "after": {
            "title": "About this game",
            "questions": [
                {
                    "kind": "choice", "name": "who", "text": "Was {opponent} a person?", "about": "opponents",
                    "role": "judgement", "options": {"human": "a person", "artificial": "a program"},
                    "neutral": "I can't tell",
                },
                {
                    "kind": "scale", "name": "sure", "text": "How sure are you?", "about": "opponents",
                    "low": "guessed", "high": "certain", "show_if": "who!=",
                },
                {
                    "kind": "moves", "name": "moves", "text": "Which moves of {opponent} gave it away?",
                    "about": "opponents", "required": False,
                },
                {"kind": "half-open", "name": "plan", "text": "What was its plan?", "answer": "a line"},
            ],
        },
    },
    "stages": [
        {
            "kind": "consent", "name": "consent", "title": "@hello", "text": "@say", "pointer": "ask",
            "statements": ["I have read this.", "I take part freely."], "contact": "Ada, ada@example.org",
        },
        {
            "kind": "profile", "name": "profile", "title": "About you", "email": True,
            "questions": [
                {"kind": "number", "name": "age", "text": "Age?", "low": 16, "high": 120, "unit": "years"},
                {"kind": "choice", "name": "plays", "text": "Do you play?", "options": {"y": "often", "n": "seldom"},
                 "neutral": "I would rather not say"},
            ],
        },
        {"kind": "text", "name": "read", "title": "The rules", "text": "Please read.", "rules": "tic-tac-toe",
         "seconds": 2},
        {
            "kind": "quiz", "name": "quiz", "title": "A question about the rules", "tries": 3,
            "questions": [{"kind": "choice", "name": "goal", "text": "What wins?", "right": "line",
                           "options": {"line": "three in a row", "corner": "a corner"}}],
        },
        {"kind": "questions", "name": "kinds", "questionnaire": "kinds"},
        {
            "kind": "play", "name": "play", "title": "A game", "game": "tic-tac-toe", "seats": ["me", "random"],
            "questionnaire": "after", "seconds": 60,
        },
        {"kind": "debrief", "name": "end", "title": "Thank you!", "text": "That was all."},
    ],
    "recruiting": {"return_to": "https://example.org/done?code={code}&who={id}"},
}  # fmt: skip
