import torch


def safe_sinc(t):
    small = t.abs() < 1e-6
    denom = torch.where(small, torch.ones_like(t), t)
    return torch.where(small, torch.ones_like(t), torch.sin(t) / denom)


def safe_log_ratio(p, q):
    ok = (p > 0) & (q > 0)
    pp = torch.where(ok, p, 1.0)
    qq = torch.where(ok, q, 1.0)
    return torch.where(ok, p * (pp / qq).log(), 0.0)


x = torch.tensor([0.0, 0.5, -2.0, 0.0, 1.5], requires_grad=True)
window = safe_sinc(3 * x)
p = torch.relu(x) / torch.relu(x).sum()
q = torch.tensor([0.1, 0.2, 0.3, 0.0, 0.4])
loss = window.sum() + safe_log_ratio(p, q).sum() + torch.where(x > 0, x.square(), -x).sum()
loss.backward()
print("loss", loss.item())
