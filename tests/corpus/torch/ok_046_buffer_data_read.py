import torch

torch.manual_seed(333)
w = torch.randn(3, 3, requires_grad=True)
x = torch.randn(4, 3)
h = torch.tanh(x @ w)
mean = h.data.mean(0)
h = h - mean
loss = h.pow(2).sum()
loss.backward()
print(w.data.norm().item() > 0)
