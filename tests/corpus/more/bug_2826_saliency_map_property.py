import torch
import torch.nn as nn


class AttentivePool(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self._last = None

    @property
    def saliency(self):
        s = self._last.detach()
        s -= s.min(dim=1, keepdim=True).values
        s /= s.max(dim=1, keepdim=True).values + 1e-8
        return s

    def forward(self, x):
        self._last = torch.softmax(self.score(x).squeeze(-1), dim=1)
        return torch.einsum("bt,btd->bd", self._last, x)


torch.manual_seed(526)
pool, clf = AttentivePool(3), nn.Linear(3, 2)
speech = torch.randn(2, 4, 3)
logits = clf(pool(speech))
loss = nn.functional.cross_entropy(logits, torch.tensor([0, 1]))
peaks = pool.saliency.argmax(dim=1)
loss.backward()
print("frames", peaks.tolist())
