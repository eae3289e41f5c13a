import torch
import torch.nn as nn

WIDTH = 6


def build(seed):
    torch.manual_seed(seed)
    left = nn.Linear(2, 2)
    right = nn.Linear(4, 2)
    return left, right


def inpaint(image, left, right):
    canvas = image.clone()
    bands = {"mid": slice(2, 4), "tail": slice(4, WIDTH)}
    canvas[..., bands["mid"]] = torch.tanh(left(canvas[..., :2]))
    canvas[..., bands["tail"]] = torch.tanh(right(canvas[..., :4]))
    return canvas


left, right = build(5)
photo = torch.rand(3, WIDTH)
filled = inpaint(photo, left, right)
loss = nn.functional.l1_loss(filled[:, 2:], photo[:, 2:])
loss.backward()
print({"loss": round(loss.item(), 4)})
