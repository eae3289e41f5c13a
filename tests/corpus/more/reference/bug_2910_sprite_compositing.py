from types import SimpleNamespace

import torch

torch.manual_seed(1310)
H, W = 4, 5
sprites = [
    SimpleNamespace(
        top=top,
        left=left,
        logit=torch.randn(2, 2, requires_grad=True),
        color=torch.rand(1, requires_grad=True),
    )
    for top, left in [(0, 0), (1, 1), (1, 2)]
]


def over(canvas, s):
    window = (slice(s.top, s.top + 2), slice(s.left, s.left + 2))
    a = torch.sigmoid(s.logit)
    old = canvas
    canvas = old.clone()
    canvas[window] = a * s.color + (1 - a) * old[window]
    return canvas


canvas = torch.full((H, W), 0.2)
for sprite in sprites:
    canvas = over(canvas, sprite)
target = torch.rand(H, W)
loss = (canvas - target).pow(2).sum()
loss.backward()
