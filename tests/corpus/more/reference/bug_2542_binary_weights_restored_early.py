import torch
import torch.nn as nn

torch.manual_seed(2535)
layers = nn.ModuleList([nn.Linear(3, 4, bias=False), nn.Linear(4, 2, bias=False)])
opt = torch.optim.SGD(layers.parameters(), lr=0.1)


def binarize(modules):
    full = {}
    for name, p in modules.named_parameters():
        full[name] = p.data.clone()
        p.data.copy_(p.data.sign())
    return full


def restore(modules, full):
    for name, p in modules.named_parameters():
        p.data.copy_(full[name])


x, y = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 0])
full = binarize(layers)
hidden = nn.functional.hardtanh(layers[0](x))
logits = layers[1](hidden)
loss = nn.functional.cross_entropy(logits, y)
opt.zero_grad()
loss.backward()
restore(layers, full)
opt.step()
