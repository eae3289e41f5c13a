import torch
import torch.nn as nn
import torch.nn.functional as F


class TwinEncoder(nn.Module):
    def __init__(self, d_img=5, d_txt=4, d=3):
        super().__init__()
        self.image = nn.Linear(d_img, d, bias=False)
        self.text = nn.Linear(d_txt, d, bias=False)
        self.logit_scale = nn.Parameter(torch.tensor(1.5))

    def encode(self, proj, x):
        z = proj(x)
        z = z / (z.norm(dim=-1, keepdim=True) + 1e-6)
        return z

    def forward(self, img, txt):
        a, b = self.encode(self.image, img), self.encode(self.text, txt)
        return self.logit_scale.exp() * a @ b.t()


torch.manual_seed(501)
model = TwinEncoder()
pixels, tokens = torch.randn(4, 5), torch.randn(4, 4)
logits = model(pixels, tokens)
labels = torch.arange(len(logits))
loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2
loss.backward()
