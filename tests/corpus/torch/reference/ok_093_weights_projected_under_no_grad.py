import torch
import torch.nn as nn


class NonNegativeLinear(nn.Linear):
    def reset_parameters(self):
        nn.init.uniform_(self.weight, 0.0, 0.5)
        nn.init.zeros_(self.bias)
        with torch.no_grad():
            w = self.weight.detach() * torch.tensor([[2.0], [1.0]])
            w = torch.cat([w[:, :-1], torch.full((2, 1), 0.1)], dim=1)
            self.weight.data = w

    @torch.no_grad()
    def project(self):
        w = self.weight.detach().clamp(min=0.0)
        self.weight.data = w / w.sum(dim=1, keepdim=True)


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
