import torch
import torch.nn as nn


class NonNegativeLinear(nn.Linear):
    def reset_parameters(self):
        nn.init.uniform_(self.weight, 0.0, 0.5)
        nn.init.zeros_(self.bias)
        with torch.no_grad():
            self.weight[0] *= 2
            self.weight[:, -1] = 0.1

    @torch.no_grad()
    def project(self):
        self.weight.clamp_(min=0.0)
        self.weight /= self.weight.sum(dim=1, keepdim=True)


torch.manual_seed(123)
layer = NonNegativeLinear(3, 2)
opt = torch.optim.SGD(layer.parameters(), lr=0.5)
x, y = torch.rand(6, 3), torch.rand(6, 2)
for _ in range(3):
    layer.project()
    loss = nn.functional.mse_loss(layer(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
