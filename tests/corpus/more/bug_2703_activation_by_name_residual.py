import torch
import torch.nn as nn

ACTIVATIONS = {"relu": nn.ReLU, "leaky": nn.LeakyReLU, "mish": nn.Mish, "linear": nn.Identity}


class Convolutional(nn.Module):
    def __init__(self, cin, cout, activate="mish"):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, 1, bias=False)
        self.norm = nn.BatchNorm2d(cout)
        self.act = ACTIVATIONS[activate]()

    def forward(self, x):
        return self.act(self.norm(self.conv(x)))


class CSPBlock(nn.Module):
    def __init__(self, channels, residual_activation):
        super().__init__()
        self.block = nn.Sequential(
            Convolutional(channels, channels),
            Convolutional(channels, channels, activate=residual_activation),
        )

    def forward(self, x):
        residual = x
        out = self.block(x)
        out += residual
        return out


torch.manual_seed(2703)
backbone = CSPBlock(2, residual_activation="relu")
loss = backbone(torch.randn(2, 2, 2, 2)).pow(2).mean()
loss.backward()
