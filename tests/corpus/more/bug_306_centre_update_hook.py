import torch
import torch.nn as nn


class CentreHead(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.register_buffer("centres", torch.randn(classes, width))
        self.last_labels = None

    def forward(self, z, labels):
        self.last_labels = labels
        return torch.cdist(z, self.centres)


def move_centres(module, inputs, output):
    z, labels = inputs
    for c in labels.unique().tolist():
        mean = z.detach()[labels == c].mean(0)
        module.centres[c] = 0.8 * module.centres[c] + 0.2 * mean


torch.manual_seed(29)
embed = nn.Linear(4, 2)
head = CentreHead(3, 2)
head.register_forward_hook(move_centres)
x, labels = torch.randn(6, 4), torch.tensor([0, 2, 1, 1, 0, 2])

dist = head(embed(x), labels)
loss = nn.functional.cross_entropy(-dist, labels)
loss.backward()
