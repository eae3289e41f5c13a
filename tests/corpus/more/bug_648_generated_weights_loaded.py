import torch
import torch.nn as nn

torch.manual_seed(648)
hyper = nn.Linear(2, 8)
target = nn.Linear(3, 2)
task = torch.randn(2)
x, y = torch.randn(4, 3), torch.randn(4, 2)


def generate(task):
    flat = hyper(task)
    return {"weight": flat[:6].view(2, 3), "bias": flat[6:]}


def task_loss(task, x, y):
    target.load_state_dict(generate(task))
    return (target(x) - y).pow(2).mean()


loss = task_loss(task, x, y)
loss.backward()
print(hyper.weight.grad)
