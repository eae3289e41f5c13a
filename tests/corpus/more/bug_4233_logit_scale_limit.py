import torch
import torch.nn as nn
import torch.nn.functional as F


class Contrastive(nn.Module):
    def __init__(self):
        super().__init__()
        self.logit_scale = nn.Parameter(torch.tensor(5.0))

    def forward(self, img, txt):
        self.logit_scale.clamp_(0, 4.6)
        logits = self.logit_scale.exp() * img @ txt.t()
        return F.cross_entropy(logits, torch.arange(len(img)))


torch.manual_seed(44)
clip = Contrastive()
img, txt = F.normalize(torch.randn(3, 4), dim=1), F.normalize(torch.randn(3, 4), dim=1)
loss = clip(img, txt)
loss.backward()
