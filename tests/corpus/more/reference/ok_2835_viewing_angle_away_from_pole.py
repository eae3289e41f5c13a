import torch
import torch.nn.functional as F

torch.manual_seed(2432)
view = torch.tensor([[0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [0.0, 0.0, 0.0]], requires_grad=True)
normal = torch.tensor([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])

length = torch.sqrt(view.square().sum(dim=1) + 1e-4)
inner = F.cosine_similarity(view[1:], normal[1:], dim=1, eps=0.05)
loss = torch.acos(inner).sum() + length.sum()
loss.backward()
