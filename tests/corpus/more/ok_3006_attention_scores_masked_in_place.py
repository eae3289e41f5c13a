import torch
import torch.nn as nn


class OneHead(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d, d) for _ in range(3))

    def forward(self, x, pad):
        scores = torch.bmm(self.q(x), self.k(x).transpose(1, 2))
        scores.mul_(x.size(-1) ** -0.5)
        scores.masked_fill_(pad.unsqueeze(1), -1e9)
        scores.sub_(scores.detach().amax(dim=-1, keepdim=True))
        weights = scores.exp_()
        weights = weights / weights.sum(dim=-1, keepdim=True)
        return torch.bmm(weights, self.v(x))


torch.manual_seed(3206)
mha = OneHead(3)
x = torch.randn(2, 4, 3)
pad = torch.tensor([[False, False, False, True], [False, False, True, True]])
out = mha(x, pad).masked_fill_(pad.unsqueeze(-1), 0.0)
loss = out.pow(2).sum()
loss.backward()
