import torch
import torch.nn as nn


class SensorGRU(nn.Module):
    def __init__(self, n_in, n_hid):
        super().__init__()
        self.n_in = n_in
        self.w_gate = nn.Parameter(0.5 * torch.randn(n_in + n_hid, 2 * n_hid))
        self.w_cand = nn.Parameter(0.5 * torch.randn(n_in + n_hid, n_hid))

    def forward(self, x, h):
        xs = torch.cat([x, h], dim=-1)
        gates = torch.sigmoid(xs @ self.w_gate)
        reset, update = gates.chunk(2, dim=-1)
        xs[..., self.n_in:] = reset * h
        cand = torch.tanh(xs @ self.w_cand)
        return update * h + (1 - update) * cand


torch.manual_seed(2519)
cell = SensorGRU(2, 3)
speeds = torch.randn(3, 4, 2)
h = 0.1 * torch.ones(4, 3)
for step in speeds:
    h = cell(step, h)
loss = (h.mean(-1) - speeds[-1].mean(-1)).pow(2).mean()
loss.backward()
