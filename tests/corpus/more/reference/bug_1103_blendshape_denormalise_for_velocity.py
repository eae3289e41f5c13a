import torch
import torch.nn as nn

torch.manual_seed(1103)


class Trainer:
    def __init__(self):
        self.decoder = nn.Linear(3, 2)
        self.std = torch.tensor([0.5, 2.0])

    def losses(self, audio, target):
        pred = torch.tanh(self.decoder(audio))
        out = {"simple": (pred - target).abs().mean()}
        pred = pred * self.std
        out["velocity"] = (pred[1:] - pred[:-1]).pow(2).mean()
        return out


trainer = Trainer()
terms = trainer.losses(torch.randn(5, 3), torch.randn(5, 2))
loss = sum(terms.values())
loss.backward()
