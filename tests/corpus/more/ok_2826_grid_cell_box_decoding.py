import torch
import torch.nn as nn

torch.manual_seed(2403)
head = nn.Linear(3, 5)
cells = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
anchor = torch.tensor([0.5, 0.8])


def decode(raw):
    out = raw.clone()
    out[..., :2] = raw[..., :2].sigmoid() + cells
    out[..., 2:4] = raw[..., 2:4].exp() * anchor
    out[..., 4] = raw[..., 4].sigmoid()
    return out


pred = decode(head(torch.randn(2, 4, 3)))
loss = (pred[..., :4] - 0.7).abs().mean() - pred[..., 4].log().mean()
loss.backward()
