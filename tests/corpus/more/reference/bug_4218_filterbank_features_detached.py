import torch
import torch.nn as nn


class Recogniser(nn.Module):
    def __init__(self):
        super().__init__()
        self.bank = nn.Conv1d(1, 3, 4, stride=2)
        self.enc = nn.Linear(3, 2)

    def forward(self, wav):
        feats = self.bank(wav).abs().add(1e-3).log()
        return self.enc(feats.transpose(1, 2)).mean(1)


torch.manual_seed(29)
speech = Recogniser()
opt = torch.optim.SGD([{"params": speech.bank.parameters(), "lr": 0.1}, {"params": speech.enc.parameters()}], lr=0.01)
loss = nn.functional.cross_entropy(speech(torch.randn(2, 1, 10)), torch.tensor([0, 1]))
loss.backward()
opt.step()
