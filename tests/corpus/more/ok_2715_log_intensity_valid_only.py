import torch
import torch.nn as nn


class EchoModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.tensor([0.5, 1.5]))

    def forward(self, echo):
        intensity = (echo * self.gain).sum(-1)
        level = torch.full_like(intensity, -6.0)
        heard = intensity > 0
        level[heard] = torch.log(intensity[heard])
        return level


torch.manual_seed(2815)
model = EchoModel()
echo = torch.rand(5, 2)
echo[1] = 0.0
echo[3] = 0.0
loss = (model(echo) + 1.0).pow(2).mean()
loss.backward()
print(model.gain.grad)
