import torch
import torch.nn as nn
import torch.nn.functional as F


class SparseEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.dictionary = nn.Linear(4, 6, bias=False)

    def forward(self, patch):
        drive = self.dictionary(patch)
        energy = drive.pow(2).sum(dim=1)
        F.leaky_relu(drive, 0.05, inplace=True)
        return drive, energy


torch.manual_seed(322)
encoder = SparseEncoder()
code, energy = encoder(torch.randn(3, 4))
loss = code.abs().mean() + 0.1 * energy.log().mean()
loss.backward()
