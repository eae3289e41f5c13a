import numpy as np
import torch
import torch.nn as nn

MEAN = np.array([0.5, 0.4, 0.3], dtype=np.float32).reshape(3, 1, 1)
STD = np.array([0.2, 0.25, 0.3], dtype=np.float32).reshape(3, 1, 1)


class Panel:
    def __init__(self):
        self.shown = []

    def images(self, batch):
        pics = batch.numpy()
        pics *= STD
        pics += MEAN
        self.shown.append(np.clip(pics, 0, 1).mean())


torch.manual_seed(38)
panel = Panel()
model = nn.Sequential(nn.Conv2d(3, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
images, labels = torch.randn(2, 3, 4, 4), torch.tensor([0, 2])
logits = model(images)
loss = nn.functional.cross_entropy(logits, labels)
panel.images(images)
model.zero_grad()
loss.backward()
