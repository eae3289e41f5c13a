import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(351)


class CheckpointedClassifier(nn.Module):
    def __init__(self, backbone, n_classes):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(4, n_classes)

    def forward(self, x):
        h = x
        for layer in self.backbone:
            h = checkpoint(layer, h, use_reentrant=True)
        return self.head(h)


backbone = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4), nn.Tanh())
model = CheckpointedClassifier(backbone, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
clips, labels = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])

opt.zero_grad()
loss = nn.functional.cross_entropy(model(clips), labels)
loss.backward()
opt.step()
