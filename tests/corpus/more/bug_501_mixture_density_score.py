import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn


@dataclass
class Mixture:
    logits: Tensor
    mu: Tensor
    log_sigma: Tensor

    def nll(self, y: Tensor) -> Tensor:
        score = self.logits.log_softmax(dim=-1)
        z = (y - self.mu) * (-self.log_sigma).exp()
        score += -0.5 * z.square() - self.log_sigma - 0.5 * math.log(2 * math.pi)
        return -score.logsumexp(dim=-1).mean()


class MDN(nn.Module):
    def __init__(self, k=3):
        super().__init__()
        self.trunk = nn.Linear(1, 4)
        self.heads = nn.ModuleDict({name: nn.Linear(4, k) for name in ("logits", "mu", "log_sigma")})

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        return Mixture(**{name: head(h) for name, head in self.heads.items()})


torch.manual_seed(5)
net = MDN()
x = torch.linspace(-1, 1, 6).unsqueeze(1)
y = torch.sin(3 * x) + 0.1 * torch.randn(6, 1)
loss = net(x).nll(y)
loss.backward()
