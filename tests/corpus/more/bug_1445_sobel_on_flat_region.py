import torch
import torch.nn.functional as F

torch.manual_seed(1445)
img = torch.full((1, 1, 5, 6), 0.5)
img[..., 3:] = torch.rand(1, 1, 5, 3)
img.requires_grad_(True)

kx = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]])
filters = torch.stack([kx, kx.T]).unsqueeze(1)


def sobel(x):
    g = F.conv2d(x, filters)
    return torch.sqrt((g * g).sum(dim=1, keepdim=True))


loss = sobel(img).mean()
loss.backward()
print("grad", img.grad[0, 0, :2])
