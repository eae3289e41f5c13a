import torch
import torch.nn as nn

torch.manual_seed(1031)


class Quad(nn.Module):
    def __init__(self):
        super().__init__()
        self.misalignment = nn.Parameter(torch.zeros(2))

    def forward(self, beam):
        return beam + 0.7 * (beam - self.misalignment)


quad = Quad()
quad.misalignment = nn.Parameter(quad.misalignment.detach().clone())
opt = torch.optim.Adam(quad.parameters(), lr=0.05)
bpm = quad(torch.randn(5, 2)).mean(dim=0)
loss = (bpm - torch.tensor([0.2, -0.1])).pow(2).sum()
loss.backward()
opt.step()
