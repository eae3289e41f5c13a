import torch
import torch.nn as nn

torch.manual_seed(2238)
gen = nn.Linear(3, 4)
disc = nn.Sequential(nn.Linear(4, 5), nn.LeakyReLU(0.2), nn.Linear(5, 1), nn.Sigmoid())
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-2)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-2)

for mel, wav in [(torch.randn(6, 3), torch.randn(6, 4))]:
    fake = gen(mel)
    p_real, p_fake = disc(wav), disc(fake)
    d_loss = -torch.mean(torch.log(p_real) + torch.log(1 - p_fake))
    loss = torch.mean(torch.log(1 - p_fake))

    opt_d.zero_grad()
    d_loss.backward(retain_graph=True)
    opt_d.step()
    opt_g.zero_grad()
    loss.backward()
    opt_g.step()
