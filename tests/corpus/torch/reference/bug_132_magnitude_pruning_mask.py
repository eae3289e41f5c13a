import torch
import torch.nn as nn


class Pruner:
    def __init__(self, model, amount):
        self.layers = [m for m in model.modules() if isinstance(m, nn.Linear)]
        self.amount = amount
        self.masks = {}

    def compute(self):
        for layer in self.layers:
            w = layer.weight.detach().abs()
            cut = torch.quantile(w, self.amount)
            self.masks[layer] = (w > cut).float()

    def apply(self):
        for layer, mask in self.masks.items():
            with torch.no_grad():
                layer.weight.mul_(mask)


torch.manual_seed(4)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
pruner = Pruner(model, 0.5)
pruner.compute()
pruner.apply()
x, y = torch.randn(8, 3), torch.randn(8, 1)
loss = nn.functional.mse_loss(model(x), y)
loss.backward()
