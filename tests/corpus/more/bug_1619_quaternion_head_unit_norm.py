import torch
import torch.nn as nn


def to_unit_(q: torch.Tensor) -> torch.Tensor:
    return q.div_(q.norm(dim=-1, keepdim=True))


class OrientationHead(nn.Module):
    def __init__(self, feats: int, joints: int):
        super().__init__()
        self.fc = nn.Linear(feats, 4 * joints)

    def forward(self, h):
        return to_unit_(self.fc(h).unflatten(-1, (-1, 4)))


torch.manual_seed(1625)
head = OrientationHead(3, 2)
target = nn.functional.normalize(torch.randn(5, 2, 4), dim=-1)
loss = (1 - (head(torch.randn(5, 3)) * target).sum(-1).pow(2)).mean()
loss.backward()
