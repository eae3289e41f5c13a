import torch
import torch.nn as nn


class SoftQuantizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("codes", torch.randn(4, 2))

    def forward(self, z):
        assign = torch.softmax(z @ self.codes.t(), dim=1)
        out = assign @ self.codes
        with torch.no_grad():
            centres = assign.t() @ z / assign.sum(0).unsqueeze(1)
            self.codes = self.codes * 0.9 + centres * 0.1
        return out


torch.manual_seed(1006)
enc, vq = nn.Linear(3, 2), SoftQuantizer()
x = torch.randn(6, 3)
z = enc(x)
loss = (vq(z) - z).pow(2).mean()
loss.backward()
