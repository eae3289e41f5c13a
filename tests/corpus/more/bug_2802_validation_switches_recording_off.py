import torch
import torch.nn as nn

torch.manual_seed(2334)
net = nn.Linear(3, 1)
train_x, train_y = torch.randn(6, 3), torch.randn(6, 1)
val_x, val_y = torch.randn(4, 3), torch.randn(4, 1)


def validate(net):
    net.eval()
    torch.set_grad_enabled(False)
    err = (net(val_x) - val_y).abs().mean()
    net.train()
    return err.item()


best = validate(net)
loss = (net(train_x) - train_y).square().mean()
loss.backward()
print("best", best)
