import torch
import torch.nn.functional as F

torch.manual_seed(4)
X_tr, X_val = torch.randn(12, 3), torch.randn(8, 3)
w_true = torch.tensor([1.0, -2.0, 0.5])
y_tr = X_tr @ w_true + 0.3 * torch.randn(12)
y_val = X_val @ w_true + 0.3 * torch.randn(8)

log_lambda = torch.tensor([-1.0, -1.5, -0.5], requires_grad=True)
outer_opt = torch.optim.SGD([log_lambda], lr=0.1)


def inner_loss(w, hp):
    return F.mse_loss(X_tr @ w, y_tr) + (hp.exp() * w.pow(2)).sum()


def solve_inner(hp, w, steps=400, lr=0.1):
    w = w.detach().clone().requires_grad_(True)
    opt = torch.optim.SGD([w], lr=lr)
    for _ in range(steps):
        opt.zero_grad(set_to_none=True)
        inner_loss(w, hp.detach()).backward()
        opt.step()
    return w


def neumann(vec, w, grads, k=400, lr=0.1):
    p, total = vec.clone(), vec.clone()
    for _ in range(k):
        hvp, = torch.autograd.grad(grads, w, grad_outputs=p, retain_graph=True)
        p -= lr * hvp
        total += p
    return lr * total


w = torch.zeros(3)
for outer in range(3):
    w = solve_inner(log_lambda, w)
    val_loss = F.mse_loss(X_val @ w, y_val)
    dval_dw, = torch.autograd.grad(val_loss, w)
    grads, = torch.autograd.grad(inner_loss(w, log_lambda), w, create_graph=True)
    v = neumann(dval_dw, w, grads)
    indirect, = torch.autograd.grad(grads, log_lambda, grad_outputs=v)
    outer_opt.zero_grad()
    log_lambda.grad = -indirect
    outer_opt.step()
    print(f"outer {outer}: val {val_loss.item():.5f} lambda {log_lambda.detach().exp().tolist()}")
