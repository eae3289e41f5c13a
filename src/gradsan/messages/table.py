"""The table of known error texts, in the order in which they are tried.

A row stands in the file of its subject. Its pattern is searched in text whose white space was
made single spaces; named groups become facts. Where two patterns could match, the more special
one stands first. A test provokes the real error for every torch row but those that need
hardware or another release.
"""

from __future__ import annotations

from gradsan.messages.jax_texts import JAX
from gradsan.messages.message import Message
from gradsan.messages.tensorflow_texts import TENSORFLOW
from gradsan.messages.torch_cuts import CUTS
from gradsan.messages.torch_derivatives import DERIVATIVES
from gradsan.messages.torch_training import TRAINING
from gradsan.messages.torch_writes import WRITES

# Anomaly mode's own lines close TRAINING's list: an error that comes with them says more.
MESSAGES: tuple[Message, ...] = (*WRITES, *CUTS, *DERIVATIVES, *JAX, *TENSORFLOW, *TRAINING)
