import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(368)
N_EXPERTS, TOP_K = 4, 2
gate = nn.Linear(3, N_EXPERTS, bias=False)
experts = nn.ModuleList([nn.Linear(3, 1) for _ in range(N_EXPERTS)])


def route(x):
    scores = gate(x)
    cut = scores.topk(TOP_K, dim=1).values[:, -1:]
    return F.softmax(scores.masked_fill(scores < cut, float("-inf")), dim=1)


def gate_entropy(w):
    plogp = torch.where(w > 0, w * torch.log(w), torch.zeros_like(w))
    return -plogp.sum(dim=1).mean()


x, y = torch.randn(5, 3), torch.randn(5, 1)
w = route(x)
out = sum(w[:, i:i + 1] * experts[i](x) for i in range(N_EXPERTS))
loss = F.mse_loss(out, y) - 0.05 * gate_entropy(w)
loss.backward()
print(gate.weight.grad)
