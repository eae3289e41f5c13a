import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1636)
encoder = nn.Linear(3, 4)
predictor = nn.Linear(4, 4)
image = torch.randn(5, 3)
view_a, view_b = image + 0.1 * torch.randn(5, 3), image + 0.1 * torch.randn(5, 3)


def similarity(p, z):
    z = torch.tensor(z.tolist())
    return -F.cosine_similarity(p, z, dim=-1).mean()


z_a, z_b = encoder(view_a), encoder(view_b)
p_a, p_b = predictor(z_a), predictor(z_b)
loss = (similarity(p_a, z_b) + similarity(p_b, z_a)) / 2
loss.backward()
print("spread", F.normalize(z_a, dim=-1).std(dim=0).mean().item())
