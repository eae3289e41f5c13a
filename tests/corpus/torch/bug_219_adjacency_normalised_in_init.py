import torch
import torch.nn as nn


class LearnedGraphConv(nn.Module):
    def __init__(self, n_nodes, n_feat):
        super().__init__()
        self.edge_logits = nn.Parameter(torch.randn(n_nodes, n_nodes))
        self.lin = nn.Linear(n_feat, 1)
        self.adj = torch.softmax(self.edge_logits, dim=1)

    def forward(self, x):
        return self.adj @ torch.relu(self.lin(x))


torch.manual_seed(354)
gnn = LearnedGraphConv(3, 2)
opt = torch.optim.SGD(gnn.parameters(), lr=0.05)
sensors, flow = torch.randn(3, 2), torch.randn(3, 1)

for epoch in range(3):
    opt.zero_grad()
    loss = nn.functional.mse_loss(gnn(sensors), flow)
    loss.backward()
    opt.step()
    print(epoch, float(loss))
