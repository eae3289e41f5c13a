import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1331)
net = nn.Linear(4, 3)
label = torch.tensor([2])


def perturb(x, eps=0.1):
    x.requires_grad_()
    F.cross_entropy(net(x), label).backward()
    return torch.clamp(x + eps * x.grad.sign(), 0.0, 1.0).detach()


fgsm_tensor = perturb(torch.rand(1, 4)).requires_grad_()
loss = F.cross_entropy(net(fgsm_tensor), label)
loss.backward()
saliency = fgsm_tensor.grad
