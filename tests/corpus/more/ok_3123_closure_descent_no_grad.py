import torch


def descend(params, closure, lr, rounds):
    for _ in range(rounds):
        loss = closure()
        for p in params.values():
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in params.values():
                p -= lr * p.grad
            params["w"].clamp_(-1, 1)
    return loss


torch.manual_seed(3224)
params = {
    "w": torch.randn(3, requires_grad=True),
    "b": torch.zeros((), requires_grad=True),
}
x, y = torch.randn(7, 3), torch.randn(7)
loss = descend(params, lambda: (torch.tanh(x @ params["w"] + params["b"]) - y).square().mean(), 0.2, 3)
print("final", round(loss.item(), 4))
