"""Train models of released packages plain, under the guard and under repair: same bits, no word.

usage: python benchmarks/transparency.py [--all] [--only TEXT] [--json FILE]

A model is built from its config with random weights and trained for three steps: each with its own
optimizer and its own way (plain, bf16 autocast, gradient accumulation, checkpointing). Losses,
gradients, weights, buffers and the state of the random generator are compared bit for bit, and
neither session may have a finding, a repair or a note. Needs timm, torchvision, transformers and
diffusers. Exit status 1: a model that differs or is reported.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import seeded_models as models
from seeded_training import Answer, in_child

STEPS = 3
CHOSEN = (
    "torchvision/resnet18", "torchvision/vit_b_32", "torchvision/googlenet",
    "torchvision/fcos_resnet50_fpn", "torchvision/raft_small",
    "timm/resnet18", "timm/vit_tiny_patch16_224", "timm/efficientnet_b0", "timm/convnext_atto",
    "timm/swin_tiny_patch4_window7_224",
    "transformers/causal/gpt2", "transformers/causal/llama", "transformers/causal/mamba",
    "transformers/causal/mixtral", "transformers/masked/bert", "transformers/seq2seq/t5",
    "transformers/audio/wav2vec2", "diffusers/unet",
)  # fmt: skip
Way = Callable[[Any, Callable[[], Any]], None]  # model, what gives a loss; leaves gradients


def plain(model: Any, loss: Callable[[], Any]) -> None:
    loss().backward()


def in_bf16(model: Any, loss: Callable[[], Any]) -> None:
    import torch

    with torch.autocast("cpu", dtype=torch.bfloat16):
        value = loss()
    value.backward()


def accumulated(model: Any, loss: Callable[[], Any]) -> None:
    for _ in range(2):
        (loss() / 2).backward()


def checkpointed(model: Any, loss: Callable[[], Any]) -> None:
    import numpy
    from torch.utils.checkpoint import checkpoint

    drawn = numpy.random.get_state(), random.getstate()

    def block() -> Any:
        # Speech models draw their masks from NumPy, which checkpoint does not put back.
        numpy.random.set_state(drawn[0])
        random.setstate(drawn[1])
        return loss()

    checkpoint(block, use_reentrant=False).backward()


WAYS: tuple[Way, ...] = (plain, in_bf16, accumulated, checkpointed)
OPTIMIZERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("AdamW", {"fused": True}), ("AdamW", {"foreach": True}), ("SGD", {"momentum": 0.9}),
    ("Adam", {"foreach": False}),
)  # fmt: skip


def diffusion() -> Any:
    unet = importlib.import_module("diffusers").UNet2DModel
    return unet(
        sample_size=16, in_channels=1, out_channels=1, layers_per_block=1, norm_num_groups=4,
        block_out_channels=(8, 16), dropout=0.1, attention_head_dim=4,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"),
    ).train()  # fmt: skip


def outputs(recipe: str, model: Any) -> list[Any]:
    import torch

    if not recipe.startswith("diffusers/"):
        return models.outputs(recipe, model)
    noisy, when = torch.randn(2, 1, 16, 16), torch.randint(0, 1000, (2,))
    return [model(noisy, when).sample]


def train(recipe: str, way: Way, optimizer: tuple[str, dict[str, Any]]) -> Iterator[Any]:
    """Yield every number that must stay the same."""
    import numpy
    import torch

    torch.manual_seed(1)
    numpy.random.seed(1)  # the generator that the packages draw from
    random.seed(1)
    is_diffusion = recipe.startswith("diffusers/")
    model = diffusion() if is_diffusion else models.build(recipe)
    name, options = optimizer
    opt = getattr(torch.optim, name)(model.parameters(), lr=1e-3, **options)

    def loss() -> Any:
        total = torch.zeros(())
        for output in outputs(recipe, model):
            total = total + (output.float() * torch.randn(output.shape)).mean()
        losses.append(total.detach())
        return total

    losses: list[Any] = []
    for _ in range(STEPS):
        opt.zero_grad()
        way(model, loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        yield from (None if p.grad is None else p.grad.clone() for p in model.parameters())
        opt.step()
    yield from losses
    yield from (value.clone() for value in model.state_dict().values())
    yield torch.get_rng_state()


def is_same(one: Any, other: Any) -> bool:
    import torch

    if one is None or other is None:
        return one is other
    bits = [tensor.reshape(-1).contiguous().view(torch.uint8) for tensor in (one, other)]
    return bool(one.shape == other.shape and torch.equal(*bits))


def compare(recipe: str, way: Way, optimizer: tuple[str, dict[str, Any]]) -> Answer:
    import gradsan

    sessions: dict[str, Any] = {
        "plain": nullcontext(), "again": nullcontext(), "guard": gradsan.guard(),
        "repair": gradsan.repair(),
    }  # fmt: skip
    numbers = {}
    for name, session in sessions.items():
        with session:
            numbers[name] = list(train(recipe, way, optimizer))
    answer: Answer = {"outcome": "same", "numbers": len(numbers["plain"])}
    if not _agree(numbers["plain"], numbers["again"]):
        return {"outcome": "invalid", "error": "two plain runs differ"}
    for name in ("guard", "repair"):
        if not _agree(numbers["plain"], numbers[name]):
            answer = {"outcome": f"differs under {name}"}
        report = sessions[name].report
        said = [f"{f.code} {f.place.filename}:{f.place.start.row}" for f in report.findings]
        if said or report.notes:
            answer = {"outcome": f"reported by {name}", "error": str([*said, *report.notes])[:500]}
    return answer


def _agree(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(map(is_same, one, other))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="every model, not only the chosen")
    parser.add_argument("--only", default="", help="models whose name contains this")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    models.import_packages()
    importlib.import_module("diffusers")
    importlib.import_module("gradsan")
    results: dict[str, Answer] = {}
    names = [*models.recipes(), "diffusers/unet"] if args.all else CHOSEN
    for number, recipe in enumerate(name for name in names if args.only in name):
        way, optimizer = WAYS[number % len(WAYS)], OPTIMIZERS[number // 4 % len(OPTIMIZERS)]
        answer = in_child(partial(compare, recipe, way, optimizer))
        results[recipe] = {"way": way.__name__, "optimizer": optimizer[0], **answer}
        print(f"{recipe:45} {way.__name__:12} {answer['outcome']} {answer.get('error', '')}")
        sys.stdout.flush()
    counted: dict[str, int] = {}
    for answer in results.values():
        counted[answer["outcome"]] = counted.get(answer["outcome"], 0) + 1
    print(json.dumps(counted))
    if args.json:
        text = json.dumps({"versions": models.versions(), "results": results}, indent=2)
        args.json.write_text(text + "\n")
    sys.exit(any(a["outcome"] not in ("same", "invalid") for a in results.values()))


if __name__ == "__main__":
    main()
