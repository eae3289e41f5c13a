import numpy as np
import torch
import torch.nn as nn


class Scene(nn.Module):
    def __init__(self):
        super().__init__()
        self.density = nn.Parameter(torch.tensor([0.2, 0.9, 0.4]))
        self.colour = nn.Parameter(torch.tensor([0.1, 0.5, 0.8]))

    def render(self, steps):
        dt = torch.tensor(np.diff(steps), dtype=torch.float32)
        alpha = 1 - torch.exp(-self.density * dt)
        with torch.no_grad():
            hit = alpha.sum() > 0.1
        trans = torch.cat([torch.ones(1), (1 - alpha).cumprod(0)[:-1]])
        return (alpha * trans * self.colour).sum() if hit else torch.zeros(())


scene = Scene()
log = []
total = 0.0
for target, steps in [(0.3, [0.0, 0.5, 1.0, 1.5]), (0.4, [0.0, 1.0, 1.2, 2.0])]:
    loss_i = (scene.render(np.array(steps)) - torch.tensor(target)).square()
    log.append(loss_i.item())
    total = total + loss_i
loss = total / len(log)
loss.backward()
print(np.mean(log), scene.density.grad)
