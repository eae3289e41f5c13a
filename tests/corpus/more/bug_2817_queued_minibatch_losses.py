import torch
import torch.nn as nn

torch.manual_seed(2317)
net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.2)
batches = [(torch.randn(5, 3), torch.randn(5, 1)) for _ in range(2)]


def run_epoch(losses):
    for loss in losses:
        opt.zero_grad()
        loss.backward()
        opt.step()


queue = [(net(x) - y).square().mean() for x, y in batches]
run_epoch(queue)
print("last", queue[-1].item())
