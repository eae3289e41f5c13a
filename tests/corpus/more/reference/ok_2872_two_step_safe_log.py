import torch


def zip_nll(rate, gate, counts):
    pos = counts > 0
    safe_rate = torch.where(rate > 0, rate, torch.ones_like(rate))
    log_rate = torch.where(rate > 0, safe_rate.clamp(min=1e-3).log(), torch.full_like(rate, -20.0))
    log_pois = counts * log_rate - rate - torch.lgamma(counts + 1)
    zero = torch.log(gate + (1 - gate) * torch.exp(-rate))
    ll = torch.where(pos, torch.log1p(-gate) + log_pois, zero)
    return -ll.mean()


rate = torch.tensor([0.0, 1.2, 0.4, 3.0], requires_grad=True)
counts = torch.tensor([0.0, 2.0, 0.0, 3.0])
gate = torch.tensor(0.3)
loss = zip_nll(rate, gate, counts)
loss.backward()
