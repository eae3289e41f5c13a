import torch

torch.manual_seed(2416)
embeddings = torch.randn(5, 3, requires_grad=True)
labels = torch.tensor([0, 0, 1, 1, 1])

dist = torch.cdist(embeddings, embeddings, p=2)
same = labels[:, None] == labels[None, :]
positive = (dist * same).max(dim=1).values
negative = (dist + 100.0 * same).min(dim=1).values
loss = torch.relu(positive - negative + 1.0).mean() + 0.01 * dist.mean()
loss.backward()
