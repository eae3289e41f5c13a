import time, torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.spent = 0.0
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        t = time.time()
        h = self.lin(x).tanh()
        self.spent += time.time() - t
        if self.spent > 1e9:
            print("slow")
        return h
x = torch.randn(2, 3, requires_grad=True)
checkpoint(B(), x, use_reentrant=False).sum().backward()
