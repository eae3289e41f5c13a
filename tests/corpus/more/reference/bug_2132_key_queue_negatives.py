import torch
import torch.nn as nn
import torch.nn.functional as F


class Contrast(nn.Module):
    def __init__(self, dim=3, K=6, T=0.2):
        super().__init__()
        self.K, self.T = K, T
        self.encoder_q = nn.Linear(4, dim)
        self.encoder_k = nn.Linear(4, dim)
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.ptr = 0

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        n = keys.shape[0]
        self.queue[:, self.ptr:self.ptr + n] = keys.T
        self.ptr = (self.ptr + n) % self.K

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            k = F.normalize(self.encoder_k(im_k), dim=1)
        l_pos = torch.einsum("nc,nc->n", q, k).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", q, self.queue.clone())
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        self._dequeue_and_enqueue(k)
        return logits, torch.zeros(len(logits), dtype=torch.long)


torch.manual_seed(7)
moco = Contrast()
logits, labels = moco(torch.randn(2, 4), torch.randn(2, 4))
loss = F.cross_entropy(logits, labels)
loss.backward()
