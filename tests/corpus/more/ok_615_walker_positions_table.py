import torch

torch.manual_seed(1615)
bias = torch.tensor([0.2, -0.1], requires_grad=True)
noise = torch.randn(5, 3, 2)


def walk(bias):
    where = torch.zeros(6, 3, 2)
    for t in range(5):
        where[t + 1] = 0.9 * where[t] + 0.3 * noise[t] + bias
    return where


trace = walk(bias)
spread = trace[-1].var(dim=0).sum()
loss = trace.pow(2).mean() + 0.1 * spread
loss.backward()
print(trace[-1].mean(dim=0))
