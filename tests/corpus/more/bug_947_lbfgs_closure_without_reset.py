import torch
import torch.nn as nn

torch.manual_seed(947)
model = nn.Linear(3, 1)
x, y = torch.randn(6, 3), torch.randn(6, 1)
opt = torch.optim.LBFGS(model.parameters(), lr=0.01, max_iter=2)


def training_step():
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


opt.zero_grad()
opt.step(training_step)
