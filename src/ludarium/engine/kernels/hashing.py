"""Hashing of whole states, for transposition tables and information sets."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.engine.kernels.jit import kernel
from ludarium.engine.kernels.rng import mix

_SEED = np.uint64(0x51ED270B9F7C2E15)
_STEP = np.uint64(0x9E3779B97F4A7C15)


@kernel
def combine(key: Any, word: Any) -> Any:
    """Fold one more 64-bit word into a key; the order of words matters."""
    return mix((key ^ word) + _STEP)


@kernel
def hash_words(words: Any, row: int) -> Any:
    """The key of one state, given the 64-bit words of the array of states it lies in."""
    key = _SEED
    for column in range(words.shape[1]):
        key = combine(key, words[row, column])
    return key
