import torch
from torch import nn


class Conv(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lin = nn.Linear(width, width)

    def aggregate(self, messages, index, size):
        return messages.new_zeros(size, messages.shape[1]).index_add(0, index, messages)

    def forward(self, x, edges):
        src, dst = edges
        messages = self.lin(x)[src]
        x = x + self.aggregate(messages, dst, x.shape[0])
        return x


class Net(nn.Module):
    def __init__(self, width=3, depth=2):
        super().__init__()
        self.embed = nn.Embedding(5, width)
        self.convs = nn.ModuleList(Conv(width) for _ in range(depth))

    def forward(self, atoms, edges):
        h = self.embed(atoms)
        for conv in self.convs:
            h = conv(h, edges)
        return h.sum(0)


torch.manual_seed(303)
net = Net()
edges = torch.tensor([[0, 1, 2, 3], [1, 2, 3, 0]])
energy = net(torch.tensor([0, 1, 1, 4]), edges).pow(2).sum()
energy.backward()
