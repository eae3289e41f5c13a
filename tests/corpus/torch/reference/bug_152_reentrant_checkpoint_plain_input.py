import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Encoder(nn.Module):
    def __init__(self, dims, classes):
        super().__init__()
        self.stages = nn.ModuleList(nn.Linear(a, b) for a, b in zip(dims, dims[1:]))
        self.head = nn.Linear(dims[-1], classes)

    def run(self, x):
        for stage in self.stages:
            x = torch.relu(stage(x))
        return x

    def forward(self, x):
        feats = checkpoint(self.run, x, use_reentrant=False)
        return self.head(feats)


torch.manual_seed(72)
model = Encoder([3, 4, 4], 2)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
batch, labels = torch.randn(6, 3), torch.randint(0, 2, (6,))
loss = nn.functional.cross_entropy(model(batch), labels)
opt.zero_grad()
loss.backward()
opt.step()
print([p.grad is None for p in model.parameters()])
