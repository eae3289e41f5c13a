import torch
import torch.nn as nn


class TexturedPlane(nn.Module):
    def __init__(self):
        super().__init__()
        self.texture = nn.Parameter(torch.rand(2, 3)).to(torch.float64)
        self.exposure = nn.Parameter(torch.ones(1, dtype=torch.float64))

    def forward(self, uv):
        return self.exposure * (uv @ self.texture)


torch.manual_seed(1330)
plane = TexturedPlane()
opt = torch.optim.SGD(plane.parameters(), lr=0.1)
uv = torch.rand(4, 2, dtype=torch.float64)
loss = (plane(uv) - 0.5).pow(2).mean()
loss.backward()
opt.step()
