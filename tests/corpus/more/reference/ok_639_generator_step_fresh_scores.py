import torch
import torch.nn as nn

torch.manual_seed(1639)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2, inplace=True), nn.Linear(4, 1))
g_opt = torch.optim.Adam(gen.parameters(), lr=0.01)
d_opt = torch.optim.Adam(disc.parameters(), lr=0.01)
bce = nn.functional.binary_cross_entropy_with_logits
real, z = torch.randn(4, 3), torch.randn(4, 2)
ones, zeros = torch.ones(4, 1), torch.zeros(4, 1)

fake = gen(z)
d_opt.zero_grad()
d_loss = bce(disc(real), ones) + bce(disc(fake.detach().clone()), zeros)
d_loss.backward()
d_opt.step()

g_opt.zero_grad()
fixed = [p.detach().clone() for p in disc.parameters()]
hid = nn.functional.leaky_relu(gen(z) @ fixed[0].t() + fixed[1], 0.2)
g_loss = nn.functional.softplus(-(hid @ fixed[2].t() + fixed[3])).mean()
g_loss.backward()
g_opt.step()
print(round(d_loss.item(), 3))
