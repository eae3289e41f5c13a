import torch

torch.manual_seed(62)
emb = torch.randn(4, 2, requires_grad=True)
label = torch.tensor([0, 0, 1, 1])


def contrastive(z, pairs, margin=1.0):
    i, j = pairs
    dist = torch.linalg.vector_norm(z[i] - z[j], dim=1)
    same = (label[i] == label[j]).float()
    return (same * dist + (1 - same) * torch.relu(margin - dist)).mean()


pairs = torch.randint(0, 4, (2, 8))
loss = contrastive(emb, pairs)
loss.backward()
