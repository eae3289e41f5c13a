import torch

torch.manual_seed(1021)
w1 = torch.randn(2, 3, requires_grad=True)
w2 = torch.randn(3, requires_grad=True)
price = torch.tensor([1.0, 3.0])

hidden = price @ w1
quote = hidden @ w2
hidden = torch.full_like(hidden, 4.0)
loss = quote * 0.5 + hidden.sum()
loss.backward()
