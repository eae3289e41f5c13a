import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class DualEncoder(nn.Module):
    def __init__(self, d_img, d_txt, dim):
        super().__init__()
        self.img, self.txt = nn.Linear(d_img, dim), nn.Linear(d_txt, dim)
        self.log_scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))

    @property
    def scale(self):
        return min(float(self.log_scale.exp()), 100.0)

    def forward(self, images, texts):
        a, b = F.normalize(self.img(images), dim=1), F.normalize(self.txt(texts), dim=1)
        logits = self.scale * a @ b.T
        labels = torch.arange(len(a))
        return 0.5 * (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels))


torch.manual_seed(919)
clip = DualEncoder(4, 3, 2)
loss = clip(torch.randn(3, 4), torch.randn(3, 3))
loss.backward()
