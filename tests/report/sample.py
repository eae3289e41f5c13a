"""A report that has a bit of everything, as the tests of all formats share it."""

from __future__ import annotations

from gradsan.model.finding import Edit, Finding, Fix, Label, Place
from gradsan.model.report import Report, Tool

CHANGED = Place.at("model.py", 17, 9, 17, 26)
NEEDED = Place.at("train.py", 41, 5, 41, 20)

WRITE = Finding(
    code="GS101",
    name="write-to-saved-value",
    framework="torch",
    severity="error",
    outcome="raises",
    confidence="proved",
    message="`h` was changed in place after exp saved it",
    place=CHANGED,
    labels=(
        Label(
            "saved",
            Place.at("model.py", 14, 13, 14, 25),
            "exp keeps its result for backward (float32 [32, 128], version 0)",
            "Encoder.forward",
            ("        h = torch.exp(x)",),
        ),
        Label(
            "changed",
            CHANGED,
            "add_ writes into the same memory (version 0 -> 1)",
            "Encoder.forward",
            ("        h.add_(self.bias)",),
        ),
        Label(
            "needed",
            NEEDED,
            "ExpBackward0 expects version 0, finds 1; PyTorch raised here",
            "step",
            ("    loss.backward()",),
        ),
    ),
    why="The derivative of exp is its own result: grad_x = grad_h * h. "
    "After line 17 `h` is not exp(x).",
    count=12,
    url="docs/rules/GS101.md",
    fix=Fix(
        "safe",
        "`h` has one name, same dtype and shape; costs 16.0 KiB",
        (Edit(CHANGED, "h = h.add(self.bias)", "h.add_(self.bias)"),),
    ),
)

SILENT = Finding(
    code="GS201",
    name="write-through-data",
    framework="torch",
    severity="error",
    outcome="silent",
    confidence="proved",
    message="the gradient of `logits` is wrong and nothing raised",
    place=Place.at("attn.py", 108, 1, 110, 2),
    labels=(
        Label(
            "saved",
            Place.at("attn.py", 22, 14, 25, 6),
            "softmax keeps its result",
            "attend",
            (
                "    scores = F.softmax(  # over keys",
                "        query @ key.mT,",
                "        dim=-1,",
                "    )",
            ),
            Place.at("train.py", 7, 1, 7, 9),
        ),
        Label(
            "changed",
            Place.at("attn.py", 108, 1, 110, 2),
            "clamp_ writes through `.data`, which autograd does not see",
            source=("scores.data.clamp_(", "\tmin=1e-4,", ")"),
        ),
    ),
    why="`.data` is the same memory under a fresh version counter.",
    notes=(
        ("proof", "gradient as run        -1.0e+00\nwith the value of line -1.0e-02"),
        ("what", "64 of 4096 elements, worst 100x"),
    ),
    url="https://example.org/GS201",
    fix=Fix(
        "unsafe",
        "clamp before the softmax",
        (
            Edit(
                Place.at("attn.py", 108, 1, 108, 20),
                "scores = scores.clamp(",
                "scores.data.clamp_(",
            ),
            Edit(Place.at("other/keys.py", 3, 1, 3, 1), "import torch\n", ""),
        ),
    ),
)

WIDE = Finding(
    code="GS501",
    name="graph-cut",
    framework="torch",
    severity="warning",
    outcome="lost",
    confidence="maybe",
    message="`損失` lost its graph",
    place=Place.at("訓練.py", 5, 14, 5, 23),
    labels=(
        Label(
            "cut",
            Place.at("訓練.py", 5, 14, 5, 23),
            "item() gives a plain number",
            source=("\t合計 = '合計' + 損失.item() + 0",),
        ),
    ),
    why="A Python number has no graph.",
    fix=Fix("display", "keep the tensor"),
)

BARE = Finding(
    code="GS001",
    name="syntax-error",
    framework="",
    severity="error",
    outcome="raises",
    confidence="proved",
    message="'(' was never closed",
    place=Place.at("broken.py", 3, 8, 3, 9),
)

ADVICE = Finding(
    code="GS901",
    name="needless-copy",
    framework="torch",
    severity="info",
    outcome="advice",
    confidence="proved",
    message="`x.clone()` may become `x`",
    place=Place.at("model.py", 30, 5, 30, 14),
)

CHECKED = Report(
    (SILENT, WRITE, WIDE, BARE, ADVICE),
    Tool(version="0.1.0", frameworks=(("torch", "2.8.0"),)),
    files=12,
    notes=("history incomplete: `exp` was imported before the guard",),
)
RAN = Report((WRITE,), Tool(version="0.1.0", verb="run", target="train.py"))
