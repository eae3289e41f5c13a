import torch
import torch.nn as nn


class BoxDecoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 6)
        self.grid = torch.tensor([[0.0, 0.0], [1.0, 0.0]])
        self.anchor_wh = torch.tensor([1.5, 2.0])

    def forward(self, x):
        io = self.head(x).sigmoid()
        xy = io[..., :2] * 2.0 - 0.5 + self.grid
        wh = (io[..., 2:4] * 2) ** 2 * self.anchor_wh
        return torch.cat([xy, wh, io[..., 4:]], dim=-1)


torch.manual_seed(920)
decoder = BoxDecoder()
boxes = decoder(torch.randn(2, 3))
loss = (boxes - torch.rand(2, 6)).abs().mean()
loss.backward()
