import torch
import torch.nn as nn
import torch.nn.functional as F


class PrunedLinear(nn.Linear):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.threshold = nn.Parameter(torch.full((b, 1), 0.2))

    def keep_mask(self):
        return (self.weight.abs() > self.threshold).float()

    def forward(self, x):
        return F.linear(x, self.weight * self.keep_mask(), self.bias)

    def sparsity_penalty(self):
        return self.keep_mask().mean()


torch.manual_seed(3114)
layer = PrunedLinear(4, 3)
opt = torch.optim.SGD([{"params": [layer.weight, layer.bias]}, {"params": [layer.threshold], "lr": 0.5}], lr=0.1)
x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
for _ in range(2):
    opt.zero_grad()
    loss = F.cross_entropy(layer(x), y) + 0.1 * layer.sparsity_penalty()
    loss.backward()
    opt.step()
