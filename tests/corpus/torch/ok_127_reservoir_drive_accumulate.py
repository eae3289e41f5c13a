import torch

torch.manual_seed(412)
w_in = torch.randn(3, 2, requires_grad=True)
leak = 0.3
ring = torch.roll(torch.eye(3), 1, dims=0)


class Reservoir:
    def __init__(self):
        self.x = torch.zeros(3)

    def step(self, u):
        self.x *= 1 - leak
        self.x += leak * (w_in @ u)
        self.x += 0.1 * (ring @ self.x)
        return self.x.clone()


res = Reservoir()
inputs = torch.randn(5, 2)
states = torch.stack([res.step(u) for u in inputs])
loss = states.abs().sum() + states[-1].square().sum()
loss.backward()
