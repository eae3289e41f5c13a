import torch
import torch.nn as nn
import torch.nn.functional as F


class Platt(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.tensor(1.0))
        self.b = nn.Parameter(torch.tensor(0.0))

    def forward(self, score):
        return self.a * score + self.b


torch.manual_seed(2808)
platt = Platt()
score = torch.randn(10)
label = (score + 0.5 * torch.randn(10) > 0).float()
optimizer = torch.optim.LBFGS(platt.parameters(), lr=0.1, max_iter=3)
history = []


def closure():
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(platt(score), label)
    loss.backward()
    history.append(loss)
    return loss


optimizer.step(closure)
print(torch.stack(history).mean().item())
