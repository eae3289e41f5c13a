import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1552)
embed, head = nn.Linear(3, 2), nn.Linear(2, 3)
centers = torch.randn(3, 2)
images, label = torch.randn(5, 3), torch.tensor([0, 2, 1, 0, 2])

feat = embed(images)
diff = feat - centers[label]
center_loss = 0.5 * diff.pow(2).sum(dim=1).mean()

counts = torch.ones(3).scatter_add_(0, label, torch.ones(5))
step = 0.5 * diff.detach() / counts[label].unsqueeze(1)
centers = centers.index_add(0, label, step)

loss = F.cross_entropy(head(feat), label) + 0.1 * center_loss
loss.backward()
