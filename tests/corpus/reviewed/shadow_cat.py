import torch
from torch.utils.checkpoint import checkpoint
lin = torch.nn.Linear(3, 3)
class Log:
    def __init__(self):
        self.rows = []
    def note(self, v):
        self.rows.append(v)
log = Log()
def block(x):
    h = lin(x).tanh()
    log.note(h.mean().item())
    return h
x = torch.randn(2, 3, requires_grad=True)
checkpoint(block, x, use_reentrant=False).sum().backward()
