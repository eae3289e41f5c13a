import torch
import torch.nn as nn

torch.manual_seed(521)
victim = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(18, 2))
victim.requires_grad_(False)
delta = torch.zeros(1, 2, 2, requires_grad=True)


def region(img, top, left, size=2):
    return img[:, :, top:top + size, left:left + size]


def apply_patch(img):
    img = img.clone()
    window = region(img, 1, 2)
    window += delta
    return img


img = torch.rand(3, 1, 5, 5)
logits = victim(apply_patch(img))
loss = nn.functional.cross_entropy(logits, torch.tensor([1, 1, 1]))
loss.backward()
