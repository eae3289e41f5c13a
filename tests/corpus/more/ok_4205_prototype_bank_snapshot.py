import torch
import torch.nn as nn

torch.manual_seed(115)
enc = nn.Linear(3, 2)
bank = nn.functional.normalize(torch.randn(4, 2), dim=1)
loss = 0.0
for batch in torch.randn(2, 5, 3):
    z = nn.functional.normalize(enc(batch), dim=1)
    sim = z @ bank.clone().t()
    idx = sim.argmax(dim=1)
    loss = loss + nn.functional.cross_entropy(sim / 0.2, idx)
    bank.index_copy_(0, idx[:1], z[:1].detach())
loss.backward()
