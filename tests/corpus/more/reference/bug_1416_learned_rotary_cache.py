import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.freqs = nn.Parameter(1.0 / torch.arange(1.0, dim + 1))
        self.cached = None

    def forward(self, seq_len):
        t = torch.arange(seq_len).float()
        return torch.einsum("t,f->tf", t, self.freqs).cos()


torch.manual_seed(1416)
rope, proj = Rotary(3), nn.Linear(3, 3)
opt = torch.optim.SGD(rope.parameters(), lr=0.1)
for tokens in torch.randn(2, 4, 3):
    loss = (proj(tokens) * rope(4)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
