import torch
import torch.nn as nn


class TiedAutoencoder(nn.Module):
    def __init__(self, n_in=4, n_code=2):
        super().__init__()
        self.encode = nn.Linear(n_in, n_code)
        self.decode = nn.Linear(n_code, n_in)
        self.tie()

    def tie(self):
        self.decode.weight.copy_(self.encode.weight.T)

    def forward(self, x):
        code = torch.tanh(self.encode(x))
        return self.decode(code)


torch.manual_seed(1317)
ae = TiedAutoencoder()
x = torch.randn(5, 4)
loss = nn.functional.mse_loss(ae(x), x)
loss.backward()
