import torch
import torch.nn as nn
import torch.nn.functional as F


class SubnetLinear(nn.Linear):
    def __init__(self, n_in, n_out, keep):
        super().__init__(n_in, n_out, bias=False)
        self.scores = nn.Parameter(torch.randn(n_out, n_in))
        self.keep = keep

    def mask(self):
        k = int(self.keep * self.scores.numel())
        limit = self.scores.flatten().topk(k).values[-1]
        return (self.scores >= limit).to(self.scores.dtype)

    def forward(self, x):
        return F.linear(x, self.weight * self.mask())


torch.manual_seed(2135)
layer = SubnetLinear(4, 3, keep=0.5)
head = nn.Linear(3, 2)
x, y = torch.randn(5, 4), torch.randint(0, 2, (5,))
loss = F.cross_entropy(head(torch.relu(layer(x))), y)
loss.backward()
