import torch
import torch.nn as nn


class Exp(nn.Module):
    def forward(self, x):
        return torch.exp(x)


torch.manual_seed(4033)
encoder = nn.Linear(3, 2)
decoder = nn.Sequential(
    nn.Linear(2, 4),
    Exp(),
    nn.Threshold(0.5, 0.5),
)
counts = torch.poisson(torch.full((5, 4), 2.0))
rate = decoder(torch.tanh(encoder(torch.randn(5, 3))))
loss = (rate - counts * torch.log(rate)).mean()
loss.backward()
