import torch

torch.manual_seed(930)
heads = torch.randn(4, 3)
w = torch.randn(3)


def head_importance(mask):
    mask.requires_grad_(True)
    loss = (mask @ heads @ w).pow(2)
    loss.backward()
    return mask.grad.abs()


head_mask = torch.ones(4)
for _ in range(2):
    importance = head_importance(head_mask)
    new_mask = head_mask.clone()
    new_mask[importance.argmin()] = 0.0
    head_mask = new_mask
