import torch
import torch.nn as nn

torch.manual_seed(4004)
emb = nn.Embedding(6, 3)
query = torch.randn(2, 3)


def unit(x, eps=1e-6):
    length = x.norm(dim=-1, keepdim=True)
    length = length + eps
    return x / length


items = unit(emb.weight)
scores = unit(query) @ items.t()
label = torch.tensor([4, 1])
loss = nn.functional.cross_entropy(scores * 10.0, label)
loss.backward()
print("grad norm", emb.weight.grad.norm())
