"""Compiled building blocks: the decorator and binder, random numbers, bit sets, hashing."""

from ludarium.engine.kernels.jit import (
    JIT_ENABLED,
    Binder,
    KernelError,
    cache_folder,
    constant,
    is_kernel,
    kernel,
    slot,
)
from ludarium.engine.kernels.rng import below, derive, fresh_seed, next_bits, shuffle, split

__all__ = [
    "JIT_ENABLED",
    "Binder",
    "KernelError",
    "below",
    "cache_folder",
    "constant",
    "derive",
    "fresh_seed",
    "is_kernel",
    "kernel",
    "next_bits",
    "shuffle",
    "slot",
    "split",
]
