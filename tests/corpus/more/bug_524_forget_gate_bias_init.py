import torch
from torch import nn


def init_recurrent(module):
    for name, param in module.named_parameters():
        match name.split("_")[0]:
            case "weight":
                nn.init.orthogonal_(param)
            case "bias":
                quarter = param.numel() // 4
                param[quarter:2 * quarter].fill_(1.0)


torch.manual_seed(10)
lstm = nn.LSTM(2, 2, batch_first=True)
readout = nn.Linear(2, 1)
init_recurrent(lstm)
x, y = torch.randn(3, 4, 2), torch.randn(3, 1)
_, (h, _) = lstm(x)
loss = (readout(h[-1]) - y).pow(2).mean()
loss.backward()
