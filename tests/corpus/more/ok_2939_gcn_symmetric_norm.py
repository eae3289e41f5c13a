import torch
import torch.nn as nn
import torch.nn.functional as F


def gcn_norm(edge_index, num_nodes):
    row, col = edge_index
    deg = torch.zeros(num_nodes).scatter_add_(0, col, torch.ones(col.numel()))
    deg_inv_sqrt = deg.pow_(-0.5)
    deg_inv_sqrt.masked_fill_(deg_inv_sqrt == float("inf"), 0)
    return deg_inv_sqrt[row] * deg_inv_sqrt[col]


class GCNConv(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(in_channels, out_channels))
        self.bias = nn.Parameter(torch.zeros(out_channels))
        nn.init.xavier_uniform_(self.weight)

    def forward(self, x, edge_index, norm):
        row, col = edge_index
        x = x @ self.weight
        msg = x[row]
        msg *= norm.unsqueeze(1)
        out = torch.zeros_like(x)
        out.index_add_(0, col, msg)
        out += self.bias
        return out


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout):
        super().__init__()
        self.convs = nn.ModuleList([GCNConv(nfeat, nhid), GCNConv(nhid, nclass)])
        self.dropout = dropout

    def forward(self, x, edge_index, norm):
        x = F.relu(self.convs[0](x, edge_index, norm), inplace=True)
        x = F.dropout(x, self.dropout, training=self.training)
        return F.log_softmax(self.convs[1](x, edge_index, norm), dim=1)


torch.manual_seed(91)
num_nodes = 8
edge_index = torch.randint(0, num_nodes - 1, (2, 16))
norm = gcn_norm(edge_index, num_nodes)
features, labels = torch.rand(num_nodes, 4), torch.randint(0, 3, (num_nodes,))
features /= features.sum(1, keepdim=True)
train_mask = torch.zeros(num_nodes, dtype=torch.bool)
train_mask[:5] = True
model = GCN(4, 5, 3, dropout=0.3)
optimizer = torch.optim.Adam([{"params": model.convs[0].parameters(), "weight_decay": 5e-4},
                              {"params": model.convs[1].parameters(), "weight_decay": 0}], lr=1e-2)
for epoch in range(3):
    model.train()
    optimizer.zero_grad()
    output = model(features, edge_index, norm)
    loss = F.nll_loss(output[train_mask], labels[train_mask])
    loss.backward()
    optimizer.step()
    model.eval()
    with torch.no_grad():
        pred = model(features, edge_index, norm).argmax(1)
    acc = (pred[~train_mask] == labels[~train_mask]).sum().item() / 3
