import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2413)
query_enc = nn.Linear(3, 2)
key_enc = copy.deepcopy(query_enc)
bank = F.normalize(torch.randn(4, 2), dim=1)


def contrast(xq, xk):
    with torch.no_grad():
        for k, q in zip(key_enc.parameters(), query_enc.parameters()):
            k.mul_(0.9).add_(q, alpha=0.1)
        key = F.normalize(key_enc(xk), dim=1)
    q = F.normalize(query_enc(xq), dim=1)
    logits = torch.cat([(q * key).sum(1, keepdim=True), q @ bank.T], dim=1)
    return F.cross_entropy(logits / 0.2, torch.zeros(len(q), dtype=torch.long)), key


loss, key = contrast(torch.randn(2, 3), torch.randn(2, 3))
loss.backward()
bank[:2] = key
