import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1412)
tied = nn.Embedding(5, 3)
mixer = nn.Linear(3, 3)
params = [*tied.parameters(), *mixer.parameters()]
stepped = []


def fuse(param, lr=0.1):
    opt = torch.optim.SGD([param], lr=lr)

    def hook(p):
        opt.step()
        stepped.append(tuple(p.shape))

    param.register_post_accumulate_grad_hook(hook)


for p in params:
    fuse(p)

ids = torch.tensor([[0, 2, 4], [1, 1, 3]])
hidden = torch.tanh(mixer(tied(ids)))
logits = F.linear(hidden, tied.weight)
loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
loss.backward()
print("stepped", sorted(stepped))
