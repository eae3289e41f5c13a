import torch
import torch.nn as nn


class BinaryWeights:
    def __init__(self, module):
        self.params = [m.weight for m in module.modules() if isinstance(m, nn.Linear)]
        self.saved = [p.detach().clone() for p in self.params]

    def binarize(self):
        for p, s in zip(self.params, self.saved):
            s.copy_(p.data)
            p.data.copy_(p.data.sign() * p.data.abs().mean())

    def restore(self):
        for p, s in zip(self.params, self.saved):
            p.data.copy_(s)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(3, 4)
        self.fc2 = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


torch.manual_seed(32)
net = Net()
binary = BinaryWeights(net)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))

binary.binarize()
loss = nn.functional.cross_entropy(net(x), y)
opt.zero_grad()
loss.backward()
binary.restore()
opt.step()
