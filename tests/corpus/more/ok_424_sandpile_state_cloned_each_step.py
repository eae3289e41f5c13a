import torch

torch.manual_seed(4121)
rate = torch.tensor([0.2, 0.4, 0.1, 0.3], requires_grad=True)
level = torch.rand(4) + 0.5

history = [level]
for step in range(4):
    level = level.clone()
    outflow = rate * level.pow(1.5)
    level = level - outflow
    level[1:] += outflow[:-1]
    history.append(level)
loss = torch.stack(history)[:, -1].pow(2).sum()
loss.backward()
