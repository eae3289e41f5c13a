import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(222)
enc_q, enc_k = nn.Linear(4, 3), nn.Linear(4, 3)
queue = F.normalize(torch.randn(3, 8), dim=0)
ptr = 0


def enqueue(keys):
    n = keys.shape[0]
    queue[:, ptr:ptr + n] = keys.T


x = torch.randn(2, 4)
q = F.normalize(enc_q(x), dim=1)
with torch.no_grad():
    k = F.normalize(enc_k(x + 0.1), dim=1)
l_pos = (q * k).sum(1, keepdim=True)
l_neg = torch.mm(q, queue.clone())
enqueue(k)
loss = F.cross_entropy(torch.cat([l_pos, l_neg], 1) / 0.2, torch.zeros(2, dtype=torch.long))
loss.backward()
