import torch

torch.manual_seed(137)
pts = torch.randn(4, 2)
pts[2] = pts[1]
pts.requires_grad_()
length = torch.linalg.vector_norm(torch.stack([pts[1] - pts[0], pts[3] - pts[2]]), dim=1)
loss = (length - 0.5).pow(2).sum() + 0.25
loss.backward()
