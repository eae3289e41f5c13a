import torch
import torch.nn.functional as F

v = torch.tensor([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]], requires_grad=True)
axis = torch.tensor([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])

cosine = F.cosine_similarity(v, axis, dim=1)
cosine = cosine.clamp(-1 + 1e-6, 1 - 1e-6)
angle = torch.acos(cosine)
loss = angle.pow(2).sum() + 0.1 * v.sum()
loss.backward()
print("angles", angle.tolist())
