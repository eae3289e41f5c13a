import torch
import torch.nn as nn
import torch.nn.functional as F


def segment_softmax(scores, index, num_segments):
    with torch.no_grad():
        peak = torch.full((num_segments, scores.size(1)), float("-inf"))
        peak.scatter_reduce_(0, index.unsqueeze(1).expand_as(scores), scores, reduce="amax")
    shifted = scores - peak[index]
    exp = shifted.exp_()
    denom = torch.zeros(num_segments, scores.size(1)).index_add(0, index, exp)
    return exp / (denom[index] + 1e-16)


class GATLayer(nn.Module):
    def __init__(self, fin, fout, heads, concat=True):
        super().__init__()
        self.heads, self.fout, self.concat = heads, fout, concat
        self.proj = nn.Linear(fin, heads * fout, bias=False)
        self.a_src = nn.Parameter(torch.empty(1, heads, fout))
        self.a_trg = nn.Parameter(torch.empty(1, heads, fout))
        self.bias = nn.Parameter(torch.zeros(heads * fout if concat else fout))
        for p in (self.proj.weight, self.a_src, self.a_trg):
            nn.init.xavier_uniform_(p)

    def forward(self, x, edge_index):
        src, trg = edge_index
        h = self.proj(x).view(-1, self.heads, self.fout)
        e = (h * self.a_src).sum(-1)[src] + (h * self.a_trg).sum(-1)[trg]
        alpha = segment_softmax(F.leaky_relu_(e, 0.2), trg, x.size(0))
        out = torch.zeros_like(h)
        out.index_add_(0, trg, alpha.unsqueeze(-1) * h[src])
        out = out.flatten(1) if self.concat else out.mean(1)
        return out.add_(self.bias)


torch.manual_seed(101)
n = 6
ring = torch.stack([torch.arange(n), (torch.arange(n) + 1) % n])
edges = torch.cat([ring, ring.flip(0), torch.arange(n).repeat(2, 1)], dim=1)
gat, head = GATLayer(3, 2, heads=2), GATLayer(4, 2, heads=1, concat=False)
x, y = torch.randn(n, 3), torch.randint(0, 2, (n,))
opt = torch.optim.Adam([*gat.parameters(), *head.parameters()], lr=1e-2, weight_decay=5e-4)
best = float("inf")
for epoch in range(3):
    logits = head(F.elu(gat(x, edges)), edges)
    loss = F.cross_entropy(logits, y)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    best = min(best, loss.detach().item())
