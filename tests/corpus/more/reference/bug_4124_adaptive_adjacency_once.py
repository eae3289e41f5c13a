import torch
from torch import nn, optim


class GraphNet(nn.Module):
    def __init__(self, nodes, width):
        super().__init__()
        self.source = nn.Parameter(torch.randn(nodes, 2))
        self.target = nn.Parameter(torch.randn(2, nodes))
        self.lin = nn.Linear(width, 1)

    def forward(self, x):
        return self.lin(torch.einsum("ij,jf->if", torch.softmax(torch.relu(self.source @ self.target), dim=1), x))


torch.manual_seed(324)
net = GraphNet(4, 3)
opt = optim.SGD(net.parameters(), lr=0.0)
x, y = torch.randn(4, 3), torch.randn(4, 1)
for epoch in range(2):
    opt.zero_grad()
    loss = (net(x) - y).square().mean()
    loss.backward()
    opt.step()
