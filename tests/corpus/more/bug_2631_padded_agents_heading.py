import torch
import torch.nn as nn


class MotionDecoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.step = nn.Linear(3, 2, bias=False)

    def forward(self, feats, valid):
        offset = self.step(feats) * valid[:, None]
        return offset


def heading(offset, valid):
    unit = offset / offset.norm(dim=-1, keepdim=True)
    return torch.where(valid[:, None], unit, torch.zeros_like(unit))


torch.manual_seed(2639)
decoder = MotionDecoder()
feats = torch.randn(4, 3)
valid = torch.tensor([True, False, True, True])
goal = torch.tensor([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
direction = heading(decoder(feats, valid), valid)
loss = (direction - goal).pow(2).sum() / valid.sum()
loss.backward()
