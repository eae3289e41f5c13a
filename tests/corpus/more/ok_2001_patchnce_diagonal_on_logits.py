import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2201)
proj = nn.Linear(4, 3)
feat_q, feat_k = torch.randn(5, 4), torch.randn(5, 4)


def patch_nce(q, k, tau=0.3):
    q, k = F.normalize(q, dim=1), F.normalize(k, dim=1)
    pos = (q * k).sum(1, keepdim=True)
    neg = q @ k.T
    neg.fill_diagonal_(-10.0)
    logits = torch.cat([pos, neg], dim=1)
    logits.div_(tau)
    return F.cross_entropy(logits, torch.zeros(len(q), dtype=torch.long))


loss = patch_nce(proj(feat_q), proj(feat_k))
loss.backward()
