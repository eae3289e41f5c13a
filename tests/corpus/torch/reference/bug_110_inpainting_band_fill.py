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
    head = canvas[..., :2]
    mid = torch.tanh(left(head))
    tail = torch.tanh(right(torch.cat([head, mid], -1)))
    return torch.cat([head, mid, tail], -1)


left, right = build(5)
photo = torch.rand(3, WIDTH)
filled = inpaint(photo, left, right)
loss = nn.functional.l1_loss(filled[:, 2:], photo[:, 2:])
loss.backward()
print({"loss": round(loss.item(), 4)})
