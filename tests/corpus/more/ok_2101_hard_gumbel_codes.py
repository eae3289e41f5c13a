import torch
import torch.nn as nn
import torch.nn.functional as F


def hard_gumbel(logits, tau=1.0):
    u = torch.rand_like(logits)
    y_soft = F.softmax((logits - torch.log(-torch.log(u))) / tau, dim=-1)
    index = y_soft.argmax(dim=-1)
    y_hard = F.one_hot(index, logits.size(-1)).to(logits.dtype)
    return y_hard - y_soft.detach() + y_soft


torch.manual_seed(74)
enc, codes = nn.Linear(3, 4), nn.Parameter(torch.randn(4, 3))
x = torch.randn(5, 3)
onehot = hard_gumbel(enc(x))
loss = F.mse_loss(onehot @ codes, x)
loss.backward()
