import torch
import torch.nn as nn

torch.manual_seed(1413)
trans = nn.Parameter(torch.randn(3, 2))
freqs = torch.randn(2, 5)
particles = torch.randn(3, 5)


def save_checkpoint(poses, box_size, store):
    shift = poses.detach()
    shift /= box_size
    store.append(shift)


saved = []
phase = torch.cos(trans @ freqs) * (1 + trans.norm(dim=1, keepdim=True))
save_checkpoint(trans, 64, saved)
loss = (phase - particles).pow(2).mean()
loss.backward()
