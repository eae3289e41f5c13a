import torch
import torch.nn as nn


class BinaryCode(nn.Module):
    def forward(self, x):
        soft = torch.tanh(x)
        hard = torch.sign(x)
        return soft + (hard - soft).detach()


torch.manual_seed(1620)
layer = nn.Linear(3, 4)
decode = nn.Linear(4, 3)
code = BinaryCode()
x = torch.randn(5, 3)
bits = code(layer(x))
loss = (decode(bits) - x).pow(2).mean()
loss.backward()
print("ones:", int((bits > 0).sum()))
