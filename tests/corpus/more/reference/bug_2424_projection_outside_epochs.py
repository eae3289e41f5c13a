import torch
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(ch, 4, 3, padding=1), nn.SiLU(), nn.Conv1d(4, ch, 1))

    def forward(self, noisy):
        return self.net(noisy)


class Trainer:
    def __init__(self, adapter, model, data):
        self.model = model
        self.opt = torch.optim.AdamW([*adapter.parameters(), *model.parameters()], lr=1e-3)
        self.adapter, self.raw = adapter, data

    def step(self):
        data = self.adapter(self.raw)
        noise = torch.randn_like(data)
        loss = (self.model(data + noise) - noise).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(49)
adapter, model = nn.Conv1d(3, 2, 1), Denoiser(2)
trainer = Trainer(adapter, model, torch.randn(4, 3, 8))
for epoch in range(3):
    print(epoch, trainer.step())
