import torch
import torch.nn as nn

torch.manual_seed(259)
backbone, head = nn.Linear(4, 3), nn.Linear(3, 2)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 0, 1, 1, 0])


def features(batch):
    with torch.no_grad():
        return backbone(batch).relu()


feats = features(x)
logits = head(feats)
loss = nn.functional.cross_entropy(logits, y)
loss.backward()
