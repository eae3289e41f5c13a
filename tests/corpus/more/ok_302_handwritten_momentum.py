import torch


class Momentum:
    def __init__(self, params, lr=0.1, beta=0.8):
        self.params = list(params)
        self.velocity = [torch.zeros_like(p) for p in self.params]
        self.lr, self.beta = lr, beta

    @torch.no_grad()
    def step(self):
        for p, v in zip(self.params, self.velocity):
            v *= self.beta
            v += p.grad
            p -= self.lr * v
            p.grad = None


def rosenbrock(t):
    return (1 - t[0]) ** 2 + 10 * (t[1] - t[0] ** 2) ** 2


theta = torch.tensor([-0.5, 0.4], requires_grad=True)
opt = Momentum([theta], lr=0.01)
for _ in range(3):
    rosenbrock(theta).backward()
    opt.step()
loss = rosenbrock(theta)
loss.backward()
print(theta.tolist())
