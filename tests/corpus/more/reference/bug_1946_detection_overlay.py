import torch
import torch.nn as nn


def annotate(frame, box):
    canvas = frame.permute(1, 2, 0).numpy().copy()
    r0, c0, r1, c1 = box
    canvas[[r0, r1], c0:c1 + 1] = 1.0
    canvas[r0:r1 + 1, [c0, c1]] = 1.0
    return canvas


torch.manual_seed(475)
detector = nn.Conv2d(3, 1, 3)
frame = torch.rand(3, 6, 6)
heat = detector(frame[None])[0, 0]
peak = int(heat.argmax())
row, col = divmod(peak, heat.shape[1])
loss = (heat - 0.1).pow(2).mean()
overlay = annotate(frame, (row, col, row + 2, col + 2))
loss.backward()
