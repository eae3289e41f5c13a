import torch
import torch.nn as nn

torch.manual_seed(118)
encoder = nn.Linear(3, 4)
heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "class": nn.Linear(4, 2)})
optimizers = [torch.optim.Adam(encoder.parameters(), lr=1e-2)]
optimizers += [torch.optim.SGD(h.parameters(), lr=0.1) for h in heads.values()]


def losses(x, depth, label):
    z = torch.tanh(encoder(x))
    yield (heads["depth"](z).squeeze(1) - depth).abs().mean()
    yield nn.functional.cross_entropy(heads["class"](z), label)


for it in range(2):
    x, depth, label = torch.randn(5, 3), torch.rand(5), torch.randint(0, 2, (5,))
    for opt in optimizers:
        opt.zero_grad()
    terms = list(losses(x, depth, label))
    sum(terms).backward()
    for opt in optimizers:
        opt.step()
loss = sum(terms)
