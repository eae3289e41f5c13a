import torch
import torch.nn as nn

torch.manual_seed(617)
net = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)


@torch.no_grad()
def shrink_weights(model, lr=1e-3, strength=0.5):
    for name, p in model.named_parameters():
        if name.endswith("weight"):
            p.mul_(1 - lr * strength)


def training_step(x, y):
    opt.zero_grad()
    pred = net(x).squeeze(1)
    loss = nn.functional.smooth_l1_loss(pred, y)
    shrink_weights(net)
    loss.backward()
    opt.step()
    return loss.item()


x, y = torch.randn(6, 3), torch.randn(6)
print(round(training_step(x, y), 3))
