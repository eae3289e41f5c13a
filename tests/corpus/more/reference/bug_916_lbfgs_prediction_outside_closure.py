import torch
from torch import nn, optim

torch.manual_seed(916)
x, y = torch.rand(8, 3), torch.rand(8, 1)
model = nn.Linear(3, 1)
optimizer = optim.LBFGS(model.parameters(), lr=0.1, max_iter=3)
criterion = nn.MSELoss()



def closure():
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    return loss


optimizer.step(closure)
