import torch
import torch.nn as nn

torch.manual_seed(118)
enc, dec = nn.Linear(4, 2), nn.Linear(2, 4)
enc.weight.data.normal_(0, 0.3)
enc.bias.data.zero_()
dec.weight.data.copy_(enc.weight.data.t())
dec.bias.data.fill_(0.1)

x = torch.randn(5, 4)
loss = (dec(torch.relu(enc(x))) - x).pow(2).mean()
loss.backward()
for p in (*enc.parameters(), *dec.parameters()):
    p.data.sub_(p.grad, alpha=0.01)
