import torch
import torch.nn.functional as F


def geodesic(q, ref):
    dot = (q * ref).sum(-1).abs().clamp(max=1.0)
    return 2.0 * torch.acos(dot)


class OrientationLoss(torch.nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, q, ref):
        return self.weight * geodesic(F.normalize(q, dim=-1), ref).mean()


quats = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.8, 0.6, 0.2, 0.1]], requires_grad=True)
identity = torch.tensor([1.0, 0.0, 0.0, 0.0]).expand(2, 4)
criterion = OrientationLoss(weight=0.5)
loss = criterion(quats, identity)
loss.backward()
print("loss", loss.item(), quats.grad)
