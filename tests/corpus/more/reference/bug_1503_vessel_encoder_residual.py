import torch
import torch.nn as nn


class ResEncoder(nn.Module):
    def __init__(self, c_in, c_out):
        super().__init__()
        self.conv1 = nn.Conv3d(c_in, c_out, 1)
        self.conv2 = nn.Conv3d(c_out, c_out, 1)
        self.conv1x1 = nn.Conv3d(c_in, c_out, 1)
        self.relu = nn.ReLU()

    def forward(self, x):
        residual = self.conv1x1(x)
        out = self.relu(self.conv1(x))
        out = self.relu(self.conv2(out))
        out = out + residual
        return self.relu(out)


torch.manual_seed(1503)
encoder = ResEncoder(1, 2)
volume = torch.randn(2, 1, 2, 2, 2)
loss = (encoder(volume) - 1.0).pow(2).mean()
loss.backward()
