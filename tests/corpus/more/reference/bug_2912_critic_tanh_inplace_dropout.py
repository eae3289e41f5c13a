import torch
import torch.nn as nn


class Discriminator(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.model = nn.Sequential(
            nn.Linear(dim, 8),
            nn.Tanh(),
            nn.Dropout(0.3, inplace=True),
            nn.Linear(8, 4),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Linear(4, 1),
        )

    def forward(self, x):
        return self.model(x)


def d_step(netD, real, fake, criterion, opt):
    opt.zero_grad()
    out_real = netD(real)
    out_fake = netD(fake)
    loss = criterion(out_real, torch.ones_like(out_real)) + criterion(out_fake, torch.zeros_like(out_fake))
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(12)
netD = Discriminator()
opt = torch.optim.Adam(netD.parameters(), lr=2e-4)
real, fake = torch.randn(6, 5), torch.rand(6, 5)

P = {k: v for k, v in netD.model.named_parameters()}


def run(x):
    h = torch.tanh(x @ P["0.weight"].T + P["0.bias"])
    h = torch.nn.functional.dropout(h, 0.3, training=True, inplace=False)
    h = h @ P["3.weight"].T + P["3.bias"]
    return torch.where(h > 0, h, 0.2 * h) @ P["5.weight"].T + P["5.bias"]


a, b = run(real), run(fake)
loss = torch.nn.functional.softplus(-a).mean() + torch.nn.functional.softplus(b).mean()
loss.backward()
