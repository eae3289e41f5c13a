import torch


def log_return(ratio: torch.Tensor) -> torch.Tensor:
    safe = torch.where(ratio > 0, ratio, torch.ones_like(ratio))
    return torch.where(ratio > 0, torch.log(safe), torch.zeros_like(ratio))


ratio = torch.tensor([1.2, 0.0, 0.8, 1.0], requires_grad=True)
weights = torch.tensor([0.1, 0.0, 0.4, 0.3])
portfolio = (weights * log_return(ratio)).sum()
loss = -portfolio
loss.backward()
print(ratio.grad)
