import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.fc = nn.Linear(d_in, d_out)
        self.scale = nn.Parameter(torch.empty(d_out))
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self):
        w = self.fc.weight
        w[0] = 0.5
        for i in range(1, w.size(0)):
            for j in range(i):
                w[i] -= (w[i] @ w[j]) / (w[j] @ w[j]) * w[j]
        w /= w.norm(dim=1, keepdim=True)
        self.fc.bias.zero_()
        self.scale.fill_(1.0)

    def forward(self, x):
        return self.scale * torch.relu(self.fc(x))


torch.manual_seed(3212)
net = Net(4, 3)
loss = net(torch.randn(5, 4)).sum(dim=1).pow(2).mean()
loss.backward()
