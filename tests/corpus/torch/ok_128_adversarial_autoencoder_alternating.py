import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(413)
enc, dec, disc = nn.Linear(4, 2), nn.Linear(2, 4), nn.Linear(2, 1)
opt_ae = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)


def bce(logits, value):
    return F.binary_cross_entropy_with_logits(logits, torch.full_like(logits, value))


for x in torch.randn(2, 5, 4):
    z = enc(x)
    d_loss = bce(disc(torch.randn_like(z)), 1.0) + bce(disc(z.detach()), 0.0)
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()

    loss = F.mse_loss(dec(z), x) + 0.1 * bce(disc(z), 1.0)
    opt_ae.zero_grad()
    loss.backward()
    opt_ae.step()
enc_grad = enc.weight.grad
