import torch
import torch.nn as nn


class TinyViT(nn.Module):
    def __init__(self, patches=4, dim=3):
        super().__init__()
        self.embed = nn.Linear(2, dim)
        self.pos = nn.Parameter(torch.randn(patches, dim) * 0.02)
        self.head = nn.Linear(dim, 2)

    def forward(self, x):
        tokens = self.embed(x) + self.pos
        return self.head(torch.tanh(tokens).mean(dim=1))


torch.manual_seed(1334)
vit = TinyViT()
opt = torch.optim.AdamW(vit.parameters(), lr=1e-3)
loss = nn.functional.cross_entropy(vit(torch.randn(3, 4, 2)), torch.tensor([0, 1, 1]))
loss.backward()
opt.step()
print("position gradient", vit.pos.grad)
