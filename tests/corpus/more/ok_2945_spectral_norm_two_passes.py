import torch
import torch.nn as nn
import torch.nn.functional as F


def l2normalize(v, eps=1e-12):
    return v / (v.norm() + eps)


class SNLinear(nn.Module):
    def __init__(self, fin, fout, power_iterations=1):
        super().__init__()
        self.weight_bar = nn.Parameter(torch.empty(fout, fin))
        self.bias = nn.Parameter(torch.zeros(fout))
        nn.init.orthogonal_(self.weight_bar, gain=1.5)
        self.power_iterations = power_iterations
        self.register_buffer("u", l2normalize(torch.randn(fout)))
        self.register_buffer("v", l2normalize(torch.randn(fin)))

    def compute_weight(self):
        u, v = self.u, self.v
        if self.training:
            with torch.no_grad():
                for _ in range(self.power_iterations):
                    v.copy_(l2normalize(self.weight_bar.t() @ u))
                    u.copy_(l2normalize(self.weight_bar @ v))
        u, v = u.clone(), v.clone()
        sigma = torch.dot(u, self.weight_bar @ v)
        return self.weight_bar / sigma

    def forward(self, x):
        return F.linear(x, self.compute_weight(), self.bias)


torch.manual_seed(151)
D = nn.Sequential(SNLinear(3, 5), nn.LeakyReLU(0.1, inplace=True), SNLinear(5, 1))
G = nn.Sequential(nn.Linear(2, 5), nn.ReLU(inplace=True), nn.Linear(5, 3))
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
for it in range(3):
    opt_g.zero_grad()
    g_loss = -D(G(torch.randn(6, 2))).mean()
    g_loss.backward()
    opt_g.step()

    real = torch.randn(6, 3) * 0.5 + 1
    fake = G(torch.randn(6, 2)).detach()
    opt_d.zero_grad()
    d_real, d_fake = D(real), D(fake)
    d_loss = F.relu(1 - d_real).mean() + F.relu(1 + d_fake).mean()
    d_loss.backward()
    opt_d.step()
