import torch
import torch.nn as nn
import torch.nn.functional as F


class DecayedLinear(nn.Module):
    """Linear scoring layer whose weight shrinks a little on every use."""

    def __init__(self, dim, out, decay=0.8):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out, dim))
        self.decay = decay

    def forward(self, x):
        self.weight.data.mul_(self.decay)
        return F.linear(x, self.weight)


torch.manual_seed(3101)
backbone = nn.Linear(4, 3)
proto = DecayedLinear(3, 5)
view_a, view_b = torch.randn(4, 4), torch.randn(4, 4)

code_a = proto(torch.tanh(backbone(view_a)))
code_b = proto(torch.tanh(backbone(view_b)))
swap = -(code_b.detach().softmax(1) * code_a.log_softmax(1)).sum(1).mean()
swap = swap - (code_a.detach().softmax(1) * code_b.log_softmax(1)).sum(1).mean()
loss = swap / 2
loss.backward()
