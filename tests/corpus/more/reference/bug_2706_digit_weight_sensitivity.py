import torch

torch.manual_seed(2706)


def init_params(size, std=1.0):
    return (torch.randn(size) * std).requires_grad_()


def linear1(xb):
    return xb @ weights + bias


def mnist_loss(predictions, targets):
    predictions = predictions.sigmoid()
    return torch.where(targets == 1, 1 - predictions, predictions).mean()


weights = init_params((4, 1))
bias = init_params(1)
train_x = torch.rand(6, 4)
train_y = torch.tensor([1, 0, 1, 1, 0, 0]).unsqueeze(1)

before = mnist_loss(linear1(train_x), train_y).item()
with torch.no_grad():
    weights[0] *= 1.0001
loss = mnist_loss(linear1(train_x), train_y)
loss.backward()
print(before - loss.item())
