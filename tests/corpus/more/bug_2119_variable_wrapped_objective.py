import torch
import torch.nn as nn
from torch.autograd import Variable


class Enhancer(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 3, batch_first=True)
        self.mask = nn.Linear(3, 2)

    def forward(self, feats):
        out, _ = self.lstm(feats)
        return torch.sigmoid(self.mask(out))


def compute_objectives(pred, feats, clean):
    loss = nn.functional.mse_loss(pred * feats, clean)
    return Variable(loss.data, requires_grad=True)


torch.manual_seed(15)
model = Enhancer()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
noisy = torch.rand(2, 4, 2)
clean = noisy * 0.7
opt.zero_grad()
loss = compute_objectives(model(noisy), noisy, clean)
loss.backward()
opt.step()
