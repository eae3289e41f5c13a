import torch
from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 5)
        self.z = nn.Linear(5, 2)

    def forward(self, x):
        return self.z(torch.tanh(self.hidden(x)))


torch.manual_seed(2239)
enc, dec, D = Encoder(), nn.Linear(2, 4), nn.Linear(2, 2)
optim_vae = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.1)
optim_d = torch.optim.SGD(D.parameters(), lr=0.1)

x = torch.randn(6, 4)
z = enc(x)
d_z = D(z)
vae_loss = F.mse_loss(dec(z), x) + 0.5 * (d_z[:, 0] - d_z[:, 1]).mean()
optim_vae.zero_grad()
vae_loss.backward(retain_graph=True)
optim_vae.step()

permuted = torch.stack([col[torch.randperm(len(x))] for col in z.detach().T], dim=1)
zeros, ones = torch.zeros(6, dtype=torch.long), torch.ones(6, dtype=torch.long)
loss = 0.5 * (F.cross_entropy(d_z, zeros) + F.cross_entropy(D(permuted), ones))
optim_d.zero_grad()
loss.backward()
