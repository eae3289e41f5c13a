import torch

torch.manual_seed(2210)
source = torch.randn(4, 2)
target = torch.randn(3, 2)
shift = torch.zeros(2, requires_grad=True)
eps = 0.8


def sinkhorn_plan(kernel, n_iter=6):
    plan = kernel.detach()
    for _ in range(n_iter):
        plan /= plan.sum(dim=1, keepdim=True) * plan.shape[0]
        plan /= plan.sum(dim=0, keepdim=True) * plan.shape[1]
    return plan


cost = (source[:, None] + shift - target[None]).pow(2).sum(dim=-1)
kernel = torch.exp(-cost / eps)
affinity = kernel.sum().log()
loss = (sinkhorn_plan(kernel) * cost).sum() - 0.1 * affinity
loss.backward()
