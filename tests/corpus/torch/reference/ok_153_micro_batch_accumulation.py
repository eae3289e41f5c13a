import torch
import torch.nn as nn

torch.manual_seed(438)
net = nn.Linear(3, 2)
data = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(4)]
for pair in (data[:2], data[2:]):
    params = list(net.parameters())
    loss = sum(nn.functional.cross_entropy(net(x), y) for x, y in pair) / 2
    grads = torch.autograd.grad(loss, params)
    norm = torch.stack([g.norm() for g in grads]).norm()
    grads = [g * (0.5 / (norm + 1e-6)).clamp(max=1.0) for g in grads]
    with torch.no_grad():
        for p, g in zip(params, grads):
            p -= 0.1 * g
net.weight.grad = grads[0]
