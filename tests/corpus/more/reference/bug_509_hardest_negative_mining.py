import torch
from torch import nn


def hardest(emb, labels, margin=0.5):
    d = torch.cdist(emb, emb)
    same = labels[:, None] == labels[None, :]
    eye = torch.eye(len(emb), dtype=torch.bool)
    pos = d.masked_fill(~same | eye, 0.0).amax(1)
    neg = d.masked_fill(same, float("inf")).amin(1)
    return torch.relu(pos - neg + margin).mean()


torch.manual_seed(13)
encoder = nn.Linear(3, 2, bias=False)
images = torch.randn(6, 3)
labels = torch.tensor([0, 0, 1, 1, 2, 2])
opt = torch.optim.Adam(encoder.parameters(), lr=1e-2)

opt.zero_grad()
loss = hardest(encoder(images), labels)
loss.backward()
opt.step()
