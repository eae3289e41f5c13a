import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(ch, 6, 3, padding=1), nn.SiLU(), nn.Conv1d(6, ch, 3, padding=1))

    def forward(self, x, t):
        return self.net(x * (1 - t) + 0.1 * t)


class Trainer:
    def __init__(self, model, extra, lr=1e-3):
        self.model = model
        self.opt = torch.optim.SGD([*model.parameters(), *extra], lr=lr)

    def train(self, data, steps):
        for step in range(steps):
            t = torch.full((len(data), 1, 1), (step + 1) / (steps + 1))
            noise = torch.randn_like(data)
            loss = F.mse_loss(self.model(data + t * noise, t), noise, reduction="sum")
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
        return loss.item()


torch.manual_seed(20)
raw = torch.randn(4, 1, 8)
adapter = nn.Conv1d(1, 3, 1)

trainer = Trainer(Denoiser(3), adapter.parameters())
for step in range(3):
    t = (step + 1) / 4
    noise = torch.randn(4, 3, 8)
    data = torch.tanh(raw * adapter.weight.view(1, 3, 1) + adapter.bias.view(1, 3, 1))
    pred = trainer.model.net((data + t * noise) * (1 - t) + 0.1 * t)
    loss = (pred - noise).pow(2).sum()
    trainer.opt.zero_grad()
    loss.backward()
    trainer.opt.step()
