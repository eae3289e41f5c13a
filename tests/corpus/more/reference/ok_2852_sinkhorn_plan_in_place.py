import torch


def sinkhorn(cost, eps=0.5, iters=3):
    kernel = torch.exp(-cost / eps)
    plan = kernel.clone()
    for _ in range(iters):
        plan = plan / plan.sum(dim=1, keepdim=True)
        plan = plan / plan.sum(dim=0, keepdim=True)
    return plan


torch.manual_seed(602)
cost = torch.rand(3, 3, requires_grad=True)
prices = torch.randn(3, 3)
loss = (sinkhorn(cost) * prices).sum()
loss.backward()
print(f"transport {loss.item():.3f}")
