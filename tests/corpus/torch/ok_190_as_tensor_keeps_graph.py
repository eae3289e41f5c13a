import torch

torch.manual_seed(436)
w = torch.randn(3, requires_grad=True)
x, y = torch.randn(4, 3), torch.randn(4)


def weighted(err, weight=1.0):
    err = torch.as_tensor(err, dtype=torch.float32)
    weight = torch.as_tensor(weight)
    return (weight * err).mean()


loss = weighted((x @ w - y).abs(), w.exp().sum())
loss.backward()
