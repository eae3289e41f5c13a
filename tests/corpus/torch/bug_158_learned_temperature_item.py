import torch
import torch.nn as nn
import torch.nn.functional as F


class MiniCLIP(nn.Module):
    def __init__(self):
        super().__init__()
        self.image = nn.Linear(4, 3)
        self.text = nn.Linear(5, 3)
        self.log_tau = nn.Parameter(torch.tensor(1.0))

    @property
    def temperature(self):
        return self.log_tau.exp().clamp(max=50).item()

    def forward(self, img, txt):
        a = F.normalize(self.image(img), dim=1)
        b = F.normalize(self.text(txt), dim=1)
        return a @ b.T * self.temperature


torch.manual_seed(35)
clip = MiniCLIP()
opt = torch.optim.AdamW(clip.parameters(), lr=1e-3)
logits = clip(torch.randn(4, 4), torch.randn(4, 5))
labels = torch.arange(4)
loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels)) / 2
opt.zero_grad()
loss.backward()
opt.step()
print("tau grad", clip.log_tau.grad)
