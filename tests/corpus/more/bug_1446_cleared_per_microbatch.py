import torch
import torch.nn as nn

torch.manual_seed(1446)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
accum_steps = 3
micro = torch.randn(accum_steps, 4, 3)
target = torch.randn(accum_steps, 4, 1)

for step in range(accum_steps):
    optimizer.zero_grad(set_to_none=True)
    loss = nn.functional.mse_loss(net(micro[step]), target[step]) / accum_steps
    loss.backward()
    if (step + 1) % accum_steps == 0:
        optimizer.step()
