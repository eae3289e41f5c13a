import torch


class Arrhenius(torch.nn.Module):
    def __init__(self, energy=2.0):
        super().__init__()
        self.energy = energy

    def forward(self, temp):
        alive = temp > 0
        rate = torch.exp(-self.energy / temp.masked_fill(~alive, 1.0))
        return rate.masked_fill(~alive, 0.0)


temp = torch.tensor([1.0, 0.0, 2.5], requires_grad=True)
model = Arrhenius()
loss = model(temp).sum()
loss.backward()
print(temp.grad)
