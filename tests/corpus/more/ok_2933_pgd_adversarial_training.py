import torch
import torch.nn as nn
import torch.nn.functional as F

lower_limit, upper_limit = 0.0, 1.0


def clamp(X, lo, hi):
    return torch.max(torch.min(X, torch.as_tensor(hi)), torch.as_tensor(lo))


def attack_pgd(model, X, y, epsilon, alpha, attack_iters, restarts):
    max_loss = torch.zeros(y.shape[0])
    max_delta = torch.zeros_like(X)
    for _ in range(restarts):
        delta = torch.zeros_like(X).uniform_(-epsilon, epsilon)
        delta.data = clamp(delta, lower_limit - X, upper_limit - X)
        delta.requires_grad = True
        for _ in range(attack_iters):
            output = model(X + delta)
            index = torch.where(output.max(1)[1] == y)[0]
            if len(index) == 0:
                break
            loss = F.cross_entropy(output, y)
            loss.backward()
            grad = delta.grad.detach()
            d = torch.clamp(delta[index] + alpha * torch.sign(grad[index]), -epsilon, epsilon)
            d = clamp(d, lower_limit - X[index], upper_limit - X[index])
            delta.data[index] = d.detach()
            delta.grad.zero_()
        all_loss = F.cross_entropy(model(X + delta), y, reduction="none").detach()
        max_delta[all_loss >= max_loss] = delta.detach()[all_loss >= max_loss]
        max_loss = torch.max(max_loss, all_loss)
    return max_delta


torch.manual_seed(50)
model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)
scheduler = torch.optim.lr_scheduler.CyclicLR(opt, base_lr=0.0, max_lr=0.2, step_size_up=2, step_size_down=2)
train_loss = train_acc = train_n = 0
for epoch in range(3):
    X, y = torch.rand(8, 6), torch.randint(0, 3, (8,))
    delta = attack_pgd(model, X, y, epsilon=0.1, alpha=0.04, attack_iters=3, restarts=2)
    output = model(torch.clamp(X + delta, lower_limit, upper_limit))
    loss = F.cross_entropy(output, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    scheduler.step()
    train_loss += loss.item() * y.size(0)
    train_acc += (output.max(1)[1] == y).sum().item()
    train_n += y.size(0)
print(train_loss / train_n, train_acc / train_n)
