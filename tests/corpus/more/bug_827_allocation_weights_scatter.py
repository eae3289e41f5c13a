import torch

torch.manual_seed(828)
usage = torch.rand(2, 4, requires_grad=True)


def allocation_weight(usage):
    sorted_usage, free_list = torch.sort(usage, dim=1)
    product = torch.cumprod(sorted_usage, dim=1)
    unordered = (1 - sorted_usage) * product
    out = torch.zeros(2, 4, requires_grad=True)
    out.scatter_(1, free_list, unordered)
    return out


loss = (allocation_weight(usage) * torch.arange(4.0)).sum()
loss.backward()
