import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(3, 4), nn.GELU())
        self.body = nn.Sequential(nn.Linear(4, 4), nn.GELU())
        self.head = nn.Linear(4, 2)

    def segments(self):
        yield self.stem
        yield self.body

    def forward(self, x):
        for segment in self.segments():
            x = checkpoint(segment, x, use_reentrant=True)
        return self.head(x)


torch.manual_seed(63)
net = Net()
pixels = torch.randn(5, 3)
loss = nn.functional.cross_entropy(net(pixels), torch.tensor([0, 1, 0, 1, 1]))
loss.backward()
print([name for name, p in net.named_parameters() if p.grad is None])
