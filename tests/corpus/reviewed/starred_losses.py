import torch
w = torch.randn(3, requires_grad=True)
def f():
    return (w ** 2).sum(), w.mean(), w.max()
loss, *aux = f()
print([a.item() for a in aux])
loss.backward()
