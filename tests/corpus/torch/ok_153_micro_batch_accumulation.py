import torch
import torch.nn as nn

torch.manual_seed(438)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
ACCUM = 2
norms = []


def micro_batches():
    for i in range(2 * ACCUM):
        yield torch.randn(4, 3), torch.randint(0, 2, (4,))


opt.zero_grad()
for i, (x, y) in enumerate(micro_batches()):
    loss = nn.functional.cross_entropy(net(x), y) / ACCUM
    loss.backward()
    if (i + 1) % ACCUM == 0:
        norms.append(torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5).item())
        opt.step()
        if i + 1 < 2 * ACCUM:
            opt.zero_grad()
print(norms)
