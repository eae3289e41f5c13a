import torch
from torch import nn, optim

torch.manual_seed(2216)
sensors = torch.rand(8, 3)
readings = torch.rand(8, 1)
model = nn.Linear(3, 1)
optimizer = optim.LBFGS(model.parameters(), lr=0.1, max_iter=3)
criterion = nn.MSELoss()

predicted = model(sensors)


def closure():
    optimizer.zero_grad()
    loss = criterion(predicted, readings)
    loss.backward()
    return loss


optimizer.step(closure)
