import math
import torch

torch.manual_seed(221)
T, dt = 10, 0.5
A = torch.tensor([[1.0, dt], [0.0, 1.0]])
H = torch.tensor([[1.0, 0.0]])
truth = torch.cumsum(torch.randn(T) * 0.4, 0)
obs = truth + 0.3 * torch.randn(T)
missing = torch.zeros(T, dtype=torch.bool)
missing[[3, 7]] = True
obs[missing] = float("nan")

log_q = torch.tensor([-1.0, -2.0], requires_grad=True)
log_r = torch.tensor(-1.0, requires_grad=True)
opt = torch.optim.Adam([log_q, log_r], lr=0.05)


def filter_nll(obs, q, r):
    x, P = torch.zeros(2, 1), torch.eye(2)
    means = torch.empty(T, 2)
    variances = torch.empty(T, 2)
    nll = torch.zeros(())
    eye = torch.eye(2)
    for t in range(T):
        x = A @ x
        P = A @ P @ A.T + torch.diag(q)
        if not missing[t]:
            S = H @ P @ H.T + r
            K = P @ H.T / S
            innov = obs[t] - H @ x
            x = x + K * innov
            IKH = eye - K @ H
            P = IKH @ P @ IKH.T + r * K @ K.T
            nll += 0.5 * (innov.pow(2) / S + torch.log(2 * math.pi * S)).squeeze()
        means[t] = x.squeeze(1)
        variances[t] = P.diagonal()
    return nll, means, variances


best = (float("inf"), None)
for step in range(4):
    opt.zero_grad()
    nll, means, variances = filter_nll(obs, log_q.exp(), log_r.exp())
    nll = nll + 1e-2 * variances[missing].log().sum()
    nll.backward()
    opt.step()
    if nll.item() < best[0]:
        best = nll.item(), means.detach().clone()
rmse = (best[1][:, 0] - truth).pow(2).mean().sqrt()
print(f"nll {best[0]:.3f} rmse {rmse:.3f}")
