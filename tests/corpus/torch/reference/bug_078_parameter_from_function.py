import torch
import torch.nn as nn


class HyperLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 2)

    def adapt(self, code):
        del self.lin.weight
        self.lin.weight = torch.outer(code[:2], code[2:])

    def forward(self, x):
        return self.lin(x)


torch.manual_seed(252)
latent = torch.randn(5, requires_grad=True)
net = HyperLinear()
net.adapt(torch.tanh(latent))
loss = net(torch.randn(4, 3)).pow(2).mean()
loss.backward()
