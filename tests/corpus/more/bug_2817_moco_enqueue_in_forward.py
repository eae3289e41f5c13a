import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, encoder, dim=3, size=6, T=0.2):
        super().__init__()
        self.encoder, self.T = encoder, T
        self.register_buffer("queue", F.normalize(torch.randn(dim, size), dim=0))
        self.ptr = 0

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        n = keys.shape[0]
        self.queue[:, self.ptr:self.ptr + n] = keys.T
        self.ptr = (self.ptr + n) % self.queue.shape[1]

    def forward(self, im_q, keys):
        q = F.normalize(self.encoder(im_q), dim=1)
        l_pos = torch.einsum("nc,nc->n", q, keys).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", q, self.queue)
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        self._dequeue_and_enqueue(keys)
        return logits


torch.manual_seed(517)
enc_q = nn.Linear(4, 3)
moco = MoCo(enc_q)
views, keys = torch.randn(2, 4), F.normalize(torch.randn(2, 3), dim=1)
logits = moco(views, keys)
loss = F.cross_entropy(logits, torch.zeros(2, dtype=torch.long))
loss.backward()
