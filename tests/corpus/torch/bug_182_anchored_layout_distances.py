import torch
import torch.nn as nn


class LayoutNet(nn.Module):
    def __init__(self, n_feat):
        super().__init__()
        self.msg = nn.Linear(n_feat, 4)
        self.anchors = {}

    def pin(self, node, xy):
        self.anchors[node] = torch.tensor(xy)

    def forward(self, feats, adj, decoder):
        h = torch.tanh(adj @ self.msg(feats))
        pos = decoder(h)
        dist = torch.cdist(pos, pos + 0.01)
        for node, xy in self.anchors.items():
            pos[node] = xy
        return pos, dist


torch.manual_seed(305)
net, decoder = LayoutNet(3), nn.Linear(4, 2)
net.pin(0, [0.0, 0.0])
net.pin(3, [1.0, -1.0])

adj = torch.tensor([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]], dtype=torch.float)
pos, dist = net(torch.randn(4, 3), adj, decoder)
spread = torch.relu(1.0 - dist).sum()
length = (adj * (pos[:, None] - pos[None]).abs().sum(-1)).sum()
loss = length + spread
loss.backward()
