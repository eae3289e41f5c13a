import torch

torch.manual_seed(361)
w = torch.randn(3, requires_grad=True)
x = torch.randn(8, 3)
y = (x[:, 0] > 0).float()


def error_rate(score, y):
    guess = torch.sigmoid(score)
    return (guess - y).abs().mean()


loss = error_rate(x @ w, y)
loss.backward()
print("error", loss.item(), w.grad)
