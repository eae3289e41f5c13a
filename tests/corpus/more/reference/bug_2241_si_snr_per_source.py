import torch
import torch.nn as nn


def si_snr(source, estimate, eps=1e-8):
    scale = (source * estimate).sum(-1, keepdim=True) / (source.pow(2).sum(-1, keepdim=True) + eps)
    noise = estimate - scale * source
    return 10 * torch.log10((scale * source).pow(2).sum(-1) / (noise.pow(2).sum(-1) + eps))


def cal_loss(sources, estimates, mask):
    total = 0.0
    for source, estimate in zip(sources, estimates):
        estimate = estimate * mask
        total = total - si_snr(source, estimate).mean()
    return total / len(sources)


torch.manual_seed(2241)
separator = nn.Linear(6, 12)
mixture, sources = torch.randn(3, 6), torch.randn(2, 3, 6)
valid = (torch.arange(6) < torch.tensor([6, 4, 5])[:, None]).float()
estimates = separator(mixture).view(3, 2, 6).transpose(0, 1)
loss = cal_loss(sources, estimates, valid)
loss.backward()
