import torch

torch.manual_seed(4005)
feed = torch.tensor(0.04, requires_grad=True)
kill = torch.tensor(0.06, requires_grad=True)
u = torch.rand(6)
v = 0.3 * torch.rand(6)


def laplace(z):
    return z[:-2] - 2 * z[1:-1] + z[2:]


for step in range(4):
    reaction = u[1:-1] * v[1:-1] ** 2
    du = 0.2 * laplace(u) - reaction + feed * (1 - u[1:-1])
    dv = 0.1 * laplace(v) + reaction - (feed + kill) * v[1:-1]
    u[1:-1] += du
    v[1:-1] += dv

loss = (v - 0.1).pow(2).sum()
loss.backward()
print(feed.grad, kill.grad)
