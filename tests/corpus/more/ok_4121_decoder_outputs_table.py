import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, cell, readout):
        super().__init__()
        self.cell, self.readout = cell, readout

    def forward(self, context, steps):
        outputs = torch.zeros(context.shape[0], steps, self.readout.out_features)
        hidden, token = context, torch.zeros(context.shape[0], self.readout.out_features)
        for t in range(steps):
            hidden = self.cell(token, hidden)
            token = self.readout(hidden)
            outputs[:, t] = token
        return outputs


torch.manual_seed(421)
cell, readout = nn.GRUCell(2, 3), nn.Linear(3, 2)
pred = Decoder(cell, readout)(torch.randn(4, 3), steps=5)
loss = nn.functional.mse_loss(pred, torch.randn(4, 5, 2))
loss.backward()
