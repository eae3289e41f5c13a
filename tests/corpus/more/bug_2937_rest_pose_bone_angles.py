import torch
import torch.nn as nn
import torch.nn.functional as F


class Skeleton(nn.Module):
    def __init__(self, rest):
        super().__init__()
        self.register_buffer("rest", rest)
        self.offset = nn.Parameter(torch.zeros_like(rest))

    def forward(self):
        return F.normalize(self.rest + self.offset, dim=-1)


def geodesic(u, v):
    cosine = (u * v).sum(-1).clamp(-1.0, 1.0)
    return torch.acos(cosine)


skeleton = Skeleton(torch.tensor([[0.0, 0.0, 2.0], [0.0, 1.5, 0.0], [1.0, 0.0, 1.0]]))
observed = F.normalize(torch.tensor([[0.0, 0.0, 1.0], [0.2, 1.0, -0.1], [0.9, 0.3, 0.8]]), dim=-1)
per_bone = geodesic(skeleton(), observed)
loss = per_bone.mean()
loss.backward()
print([round(a, 3) for a in per_bone.tolist()])
