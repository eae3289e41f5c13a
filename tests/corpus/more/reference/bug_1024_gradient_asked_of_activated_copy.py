import torch
import torch.nn.functional as F

torch.manual_seed(1024)
signal = torch.tensor([-1.0, 0.5, -0.3, 2.0], requires_grad=True)
weight = torch.tensor([1.0, 2.0, 3.0, 4.0])

pre = signal.clone()
act = F.relu(pre)
score = (act * weight).sum()
sensitivity, = torch.autograd.grad(score, pre)
ranking = sensitivity.argsort(descending=True)
