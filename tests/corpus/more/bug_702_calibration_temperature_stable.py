import torch

torch.manual_seed(702)
logits = torch.randn(5, 3)
labels = torch.tensor([0, 2, 1, 1, 0])
temperature = torch.tensor(1.5, requires_grad=True)

scaled = logits / temperature
logits -= logits.max(dim=1, keepdim=True).values
stable = logits / temperature
nll = torch.logsumexp(stable, dim=1) - stable[torch.arange(5), labels]
loss = nll.mean() + 0.1 * scaled.pow(2).mean()
loss.backward()
print(temperature.grad)
