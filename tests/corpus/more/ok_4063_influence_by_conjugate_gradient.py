import torch
import torch.nn as nn
import torch.nn.functional as F


class Logistic(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.fc = nn.Linear(d, 1)

    def forward(self, x):
        return self.fc(x).squeeze(1)


def loss_fn(model, x, y, l2=0.05):
    reg = sum(p.pow(2).sum() for p in model.parameters())
    return F.binary_cross_entropy_with_logits(model(x), y) + l2 * reg


def flatten(ts):
    return torch.cat([t.reshape(-1) for t in ts])


def hvp(model, x, y, v):
    params = list(model.parameters())
    grads = torch.autograd.grad(loss_fn(model, x, y), params, create_graph=True)
    dot = torch.dot(flatten(grads), v)
    return flatten(torch.autograd.grad(dot, params)).detach()


def conjugate_gradient(apply, b, iters=10, tol=1e-10):
    x, r = torch.zeros_like(b), b.clone()
    p, rs = r.clone(), torch.dot(r, r)
    for _ in range(iters):
        ap = apply(p)
        alpha = rs / torch.dot(p, ap)
        x += alpha * p
        r -= alpha * ap
        new = torch.dot(r, r)
        if new < tol:
            break
        p = r + (new / rs) * p
        rs = new
    return x


def fit(model, x, y, steps=25):
    opt = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=5)

    def closure():
        opt.zero_grad()
        loss = loss_fn(model, x, y)
        loss.backward()
        return loss

    for _ in range(steps // 5):
        opt.step(closure)
    opt.zero_grad()


torch.manual_seed(118)
x, x_test = torch.randn(20, 3), torch.randn(4, 3)
truth = torch.tensor([1.0, -1.5, 0.5])
y, y_test = (x @ truth > 0).float(), (x_test @ truth > 0).float()
model = Logistic(3)
fit(model, x, y)

test_loss = loss_fn(model, x_test, y_test, l2=0.0)
g_test = torch.autograd.grad(test_loss, list(model.parameters()))
inverse = conjugate_gradient(lambda v: hvp(model, x, y, v), flatten(g_test))
scores = []
for i in range(len(x)):
    g_i = torch.autograd.grad(loss_fn(model, x[i:i + 1], y[i:i + 1]), list(model.parameters()))
    scores.append(-torch.dot(inverse, flatten(g_i)).item() / len(x))
ranked = sorted(range(len(x)), key=lambda i: scores[i])
print("most helpful", ranked[:3], "harmful", ranked[-3:])
