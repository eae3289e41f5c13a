import torch
import torch.nn as nn


class SinkhornDistance(nn.Module):
    def __init__(self, eps, max_iter, thresh=1e-6):
        super().__init__()
        self.eps, self.max_iter, self.thresh = eps, max_iter, thresh

    def forward(self, C):
        n, m = C.shape
        log_mu = torch.full((n,), 1.0 / n).log_()
        log_nu = torch.full((m,), 1.0 / m).log_()
        u, v = torch.zeros(n), torch.zeros(m)
        for i in range(self.max_iter):
            u1 = u
            u = self.eps * (log_mu - torch.logsumexp(self.M(C, u, v), dim=1)) + u
            v = self.eps * (log_nu - torch.logsumexp(self.M(C, u, v).transpose(0, 1), dim=1)) + v
            if (u - u1).abs().sum().item() < self.thresh:
                break
        return torch.exp(self.M(C, u, v)), i

    def M(self, C, u, v):
        z = u.unsqueeze(-1) + v.unsqueeze(0)
        z -= C
        z /= self.eps
        return z


def soft_sort(s, solver):
    anchors = torch.linspace(-1, 1, len(s))
    z = torch.tanh((s - s.mean()) / (s.std() + 1e-6))
    P, iters = solver((z.unsqueeze(1) - anchors.unsqueeze(0)).pow(2))
    P = P * len(s)
    ranks = P @ torch.arange(len(s), dtype=s.dtype)
    return P.t() @ s, ranks, iters


torch.manual_seed(241)
scorer = nn.Linear(3, 1, bias=False)
solver = SinkhornDistance(eps=0.1, max_iter=25)
opt = torch.optim.SGD(scorer.parameters(), lr=0.5)
docs = torch.randn(6, 3)
relevance = torch.tensor([0.0, 2.0, 1.0, 3.0, 0.0, 1.0])
true_rank = relevance.argsort().argsort().to(relevance.dtype)
for step in range(3):
    s = scorer(docs).squeeze(1)
    ordered, ranks, iters = soft_sort(s, solver)
    rank_loss = (ranks - true_rank).pow(2).mean()
    spread = (ordered[1:] - ordered[:-1]).pow(2).mean()
    loss = rank_loss + 0.1 * spread
    opt.zero_grad()
    loss.backward()
    opt.step()
    order = s.detach().argsort(descending=True)
    dcg = ((2 ** relevance[order] - 1) / torch.log2(torch.arange(6) + 2.0)).sum()
