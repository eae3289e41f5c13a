import torch
import torch.nn as nn


class ConditionedFrames(nn.Module):
    def __init__(self, feats, dim, speakers):
        super().__init__()
        self.frame = nn.Linear(feats, dim)
        self.salience = nn.Linear(dim, 1)
        self.gain = nn.Embedding(speakers, dim)
        self.shift = nn.Embedding(speakers, dim)

    def forward(self, mel, speaker):
        h = self.frame(mel)
        attn = self.salience(h).softmax(dim=1)
        h = h * (1 + self.gain(speaker).unsqueeze(1))
        h = h + self.shift(speaker).unsqueeze(1)
        return (attn * h).sum(dim=1)


torch.manual_seed(602)
net = ConditionedFrames(2, 3, 4)
mel = torch.randn(2, 5, 2)
speaker = torch.tensor([1, 3])
pooled = net(mel, speaker)
loss = pooled.pow(2).sum()
loss.backward()
