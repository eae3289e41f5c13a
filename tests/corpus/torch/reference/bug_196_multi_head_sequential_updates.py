import torch
import torch.nn as nn

torch.manual_seed(326)


class MultiTask(nn.Module):
    def __init__(self, trunk, tasks):
        super().__init__()
        self.trunk = trunk
        self.heads = nn.ModuleDict({t: nn.Linear(4, 1) for t in tasks})

    def losses(self, x, targets):
        for name, y in targets.items():
            yield name, nn.functional.huber_loss(self.heads[name](self.trunk(x)), y)


trunk = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 4), nn.Tanh())
model = MultiTask(trunk, ["price", "volume"])
opt = torch.optim.RMSprop(model.parameters(), lr=0.01)

x = torch.randn(6, 3)
targets = {"price": torch.randn(6, 1), "volume": torch.randn(6, 1)}
history = {}
for name, loss in model.losses(x, targets):
    opt.zero_grad()
    loss.backward(retain_graph=True)
    opt.step()
    history[name] = loss.item()
