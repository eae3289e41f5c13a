import math

import torch
import torch.nn as nn


class LearnedKalman(nn.Module):
    def __init__(self, dt=0.2):
        super().__init__()
        self.log_q = nn.Parameter(torch.tensor([-2.0, -1.0]))
        self.log_r = nn.Parameter(torch.tensor(-1.0))
        f = torch.eye(2)
        f[0, 1] = dt
        self.register_buffer("F", f)
        self.register_buffer("H", torch.tensor([[1.0, 0.0]]))

    def predict(self, m, p):
        q = torch.diag(self.log_q.exp())
        return self.F @ m, self.F @ p @ self.F.t() + q

    def update(self, m, p, z):
        s = self.H @ p @ self.H.t()
        s = s + self.log_r.exp() * torch.eye(1)
        gain = torch.linalg.solve(s, self.H @ p).t()
        innov = z - self.H @ m
        eye = torch.eye(2)
        ikh = eye - gain @ self.H
        p = ikh @ p @ ikh.t() + self.log_r.exp() * gain @ gain.t()
        nll = 0.5 * (innov @ torch.linalg.solve(s, innov) + torch.logdet(s) + math.log(2 * math.pi))
        return m + gain @ innov, p, nll

    def forward(self, zs):
        m, p = torch.zeros(2), torch.eye(2)
        means = torch.zeros(len(zs), 2)
        covs = torch.zeros(len(zs), 2, 2)
        nll = 0.0
        for t, z in enumerate(zs):
            m, p = self.predict(m, p)
            m, p, step = self.update(m, p, z)
            nll = nll + step
            means[t] = m.detach()
            covs[t] = p.detach()
        return means, covs, nll / len(zs)


def simulate(n, g):
    pos, vel, out = 0.0, 1.0, []
    for _ in range(n):
        vel += 0.3 * torch.randn(1, generator=g).item()
        pos += 0.2 * vel
        out.append(pos + 0.5 * torch.randn(1, generator=g).item())
    return torch.tensor(out).unsqueeze(1)


zs = simulate(12, torch.Generator().manual_seed(8))
kf = LearnedKalman()
opt = torch.optim.Adam(kf.parameters(), lr=0.1)
best, best_state = float("inf"), None
for it in range(4):
    means, covs, nll = kf(zs)
    opt.zero_grad()
    nll.backward()
    if nll.item() < best:
        best = nll.item()
        best_state = {k: v.detach().clone() for k, v in kf.state_dict().items()}
    opt.step()
print("best", best, "std", covs[-1].diagonal().sqrt().tolist())
print("saved q", best_state["log_q"].tolist())
