import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1535)
embedding, denoise, to_logits = nn.Embedding(7, 3), nn.Linear(3, 3), nn.Linear(3, 7)


def diffusion_loss(input_ids, diff_mask):
    x = embedding(input_ids)
    noisy = torch.where(diff_mask.unsqueeze(-1), x + 0.3 * torch.randn_like(x), x)
    x_hat = torch.tanh(denoise(noisy))
    input_ids = input_ids.masked_fill(~diff_mask, -100)
    nll = F.cross_entropy(to_logits(x_hat).flatten(0, 1), input_ids.flatten(), ignore_index=-100)
    return (x_hat - x).pow(2).mean() + nll


ids = torch.tensor([[1, 4, 2, 6], [3, 3, 0, 5]])
mask = torch.tensor([[True, False, True, True], [False, True, True, False]])
loss = diffusion_loss(ids, mask)
loss.backward()
