import torch
import torch.nn as nn


class HubNet(nn.Module):
    def __init__(self, d_in, d_hid):
        super().__init__()
        self.embed = nn.Linear(d_in, d_hid)
        self.message = nn.Linear(d_hid, d_hid, bias=False)
        self.readout = nn.Linear(d_hid, 1)

    def forward(self, x, edges, hubs):
        h = torch.relu(self.embed(x))
        src, dst = edges
        msg = self.message(h)
        for hub in hubs:
            h[hub] = msg[src[dst == hub]].mean(dim=0)
        return self.readout(h).squeeze(-1)


torch.manual_seed(3005)
net = HubNet(3, 4)
nodes = torch.randn(5, 3)
edges = torch.tensor([[1, 2, 3, 4, 0], [0, 0, 1, 1, 2]])
target = torch.randn(5)

pred = net(nodes, edges, hubs=[0, 1])
loss = (pred - target).pow(2).mean()
loss.backward()
