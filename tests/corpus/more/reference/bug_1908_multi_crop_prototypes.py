import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, dim: int, n: int):
        super().__init__()
        self.layer = nn.Linear(dim, n, bias=False)

    @torch.no_grad()
    def normalise(self) -> None:
        w = self.layer.weight
        w.copy_(F.normalize(w, dim=1))

    def forward(self, z):
        self.normalise()
        return F.linear(F.normalize(z, dim=1), self.layer.weight.clone())


torch.manual_seed(142)
encoder, prototypes = nn.Linear(4, 3), Prototypes(3, 5)
crops = [torch.randn(4, 4) for _ in range(2)]
scores = [prototypes(encoder(c)) / 0.1 for c in crops]
codes = [torch.softmax(s.detach(), dim=1) for s in scores]
loss = -sum((codes[1 - i] * torch.log_softmax(scores[i], 1)).sum(1).mean() for i in range(2))
loss.backward()
