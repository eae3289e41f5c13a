import torch
import torch.nn as nn
import torch.nn.functional as F


class PrunedLinear(nn.Linear):
    def magnitude_mask(self, sparsity):
        k = int(sparsity * self.weight.numel())
        threshold = self.weight.detach().abs().flatten().kthvalue(k).values
        return (self.weight.detach().abs() > threshold).float()

    def prune(self, sparsity=0.5):
        self.weight.data.mul_(self.magnitude_mask(sparsity))


class PrunedNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = PrunedLinear(3, 4)
        self.fc2 = PrunedLinear(4, 2)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


torch.manual_seed(2735)
net = PrunedNet()
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))
loss = F.cross_entropy(net(x), y)
loss.backward()
for layer in (net.fc1, net.fc2):
    layer.prune()
