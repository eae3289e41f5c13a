import torch
import torch.nn as nn


class SlotMemory(nn.Module):
    def __init__(self, dim: int, slots: int, rate: float = 0.2):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.rate = rate
        self.register_buffer("slots", torch.randn(slots, dim))

    @torch.no_grad()
    def _write(self, q, address):
        pulled = address.t() @ q / address.sum(0)[:, None]
        self.slots.lerp_(pulled, self.rate)

    def forward(self, x):
        q = self.query(x)
        address = torch.softmax(q @ self.slots.t(), dim=-1)
        read = address @ self.slots
        if self.training:
            self._write(q, address)
        return read


torch.manual_seed(3104)
net = SlotMemory(3, 4)
x = torch.randn(5, 3)
loss = (net(x) - x).square().mean()
loss.backward()
