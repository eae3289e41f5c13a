import torch
import torch.nn.functional as F


def refract(ray, normal, eta):
    cosine = -(ray * normal).sum(-1, keepdim=True)
    k = 1.0 - eta ** 2 * (1.0 - cosine ** 2)
    bent = torch.where(k > 0, eta * ray + (eta * cosine - torch.sqrt(k)) * normal, torch.zeros_like(ray))
    return bent, k > 0


torch.manual_seed(3133)
eta = torch.tensor(1.5, requires_grad=True)
rays = F.normalize(torch.tensor([
    [0.1, -1.0, 0.0],
    [0.3, -1.0, 0.2],
    [2.0, -0.4, 0.0],
]), dim=-1)
up = torch.tensor([0.0, 1.0, 0.0]).expand(3, 3)
exit_rays, valid = refract(rays, up, eta)
lens_axis = torch.tensor([0.0, -1.0, 0.0])
loss = (exit_rays @ lens_axis).sum() / valid.sum()
loss.backward()
print("eta", eta.item(), "grad", eta.grad)
