import torch
import torch.nn as nn


class ResidualBlock(nn.Module):
    def __init__(self, channels, emb_dim):
        super().__init__()
        self.fc_t = nn.Linear(emb_dim, channels)
        self.dilated = nn.Conv1d(channels, channels, 3, padding=1)

    def forward(self, x, step_emb):
        h = x
        h += self.fc_t(step_emb).unsqueeze(-1)
        h = torch.tanh(self.dilated(h))
        return (x + h) * 0.5 ** 0.5


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.init_conv = nn.Sequential(nn.Conv1d(1, 2, 1), nn.ReLU())
        self.block = ResidualBlock(2, 3)
        self.final = nn.Conv1d(2, 1, 1)

    def forward(self, audio, step_emb):
        x = self.init_conv(audio)
        return self.final(self.block(x, step_emb))


torch.manual_seed(2)
net = Vocoder()
audio, noise = torch.randn(2, 1, 6), torch.randn(2, 1, 6)
loss = nn.functional.mse_loss(net(audio + noise, torch.randn(2, 3)), noise)
loss.backward()
