import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(33)
nets = nn.ModuleDict({
    "gen": nn.Sequential(nn.Linear(2, 4), nn.Tanh()),
    "disc": nn.Sequential(nn.Linear(4, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1)),
})
optims = {k: torch.optim.Adam(m.parameters(), lr=1e-2) for k, m in nets.items()}


def compute_losses(mel, wav):
    fake = nets["gen"](mel)
    real_score, fake_score = nets["disc"](wav), nets["disc"](fake.detach())
    return {
        "disc": F.relu(1 - real_score).mean() + F.relu(1 + fake_score).mean(),
        "gen": -nets["disc"](fake).mean() + (fake - wav).abs().mean(),
    }


def train_step(mel, wav):
    losses = compute_losses(mel, wav)
    for name, value in losses.items():
        optims[name].zero_grad()
        value.backward(inputs=list(nets[name].parameters()))
    for name in losses:
        optims[name].step()
    return {k: v.item() for k, v in losses.items()}


print(train_step(torch.randn(5, 2), torch.rand(5, 4)))
