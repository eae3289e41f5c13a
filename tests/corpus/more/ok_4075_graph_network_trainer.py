import torch
import torch.nn as nn
import torch.nn.functional as F


def segment_sum(values, index, n):
    out = values.new_zeros(n, *values.shape[1:])
    return out.index_add_(0, index, values)


def segment_softmax(score, index, n):
    top = torch.full((n,), float("-inf"))
    top.scatter_reduce_(0, index, score.detach(), reduce="amax")
    e = (score - top[index]).exp()
    return e / (segment_sum(e, index, n)[index] + 1e-12)


class AttentionConv(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.msg = nn.Linear(i, o, bias=False)
        self.att = nn.Parameter(torch.randn(2 * o) * 0.3)
        self.upd = nn.Linear(i, o)

    def forward(self, h, edges):
        src, dst = edges
        m = self.msg(h)
        score = F.leaky_relu(torch.cat([m[src], m[dst]], 1) @ self.att, 0.2)
        w = segment_softmax(score, dst, len(h))
        out = segment_sum(w.unsqueeze(1) * m[src], dst, len(h))
        out += self.upd(h)
        return out


class GNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([AttentionConv(3, 5), AttentionConv(5, 2)])
        self.act = nn.ELU(inplace=True)

    def forward(self, x, edges):
        h = self.act(self.layers[0](x, edges))
        return self.layers[1](h, edges)


def ring_with_chords(n):
    src = torch.arange(n)
    dst = src.clone()
    dst += 1
    dst %= n
    chord = torch.stack([src[::3], (src[::3] + 4) % n])
    both = torch.cat([torch.stack([src, dst]), torch.stack([dst, src]), chord], dim=1)
    loops = torch.arange(n).repeat(2, 1)
    return torch.cat([both, loops], dim=1)


torch.manual_seed(131)
n = 9
edges, x = ring_with_chords(n), torch.randn(n, 3)
degree = torch.zeros(n, dtype=torch.long).scatter_add_(0, edges[1], torch.ones_like(edges[1]))
y = (degree > 3).long()
train = torch.zeros(n, dtype=torch.bool)
train[::2] = True
net = GNN()
opt = torch.optim.Adam(net.parameters(), lr=0.02, weight_decay=5e-4)
for epoch in range(5):
    net.train()
    logits = net(x, edges)
    loss = F.cross_entropy(logits[train], y[train])
    opt.zero_grad()
    loss.backward()
    opt.step()
net.eval()
with torch.no_grad():
    acc = (net(x, edges).argmax(1) == y)[~train].float().mean().item()
print("loss", loss.item(), "test acc", acc)
