import torch
import torch.nn as nn

torch.manual_seed(843)
proj = nn.Linear(4, 12)


def windowed_attention(x, window):
    q, k, v = proj(x).chunk(3, dim=-1)
    scores = q @ k.T
    pos = torch.arange(len(x))
    far = (pos[:, None] - pos[None]).abs() > window
    scores.mul_(q.shape[-1] ** -0.5).masked_fill_(far, float("-inf"))
    return scores.softmax(dim=-1) @ v


audio = torch.randn(5, 4)
loss = windowed_attention(audio, window=1).pow(2).mean()
loss.backward()
