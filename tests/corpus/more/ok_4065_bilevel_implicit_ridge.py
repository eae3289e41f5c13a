import torch
import torch.nn.functional as F

torch.manual_seed(120)
n, d = 14, 3
x_train, x_val = torch.randn(n, d), torch.randn(8, d)
w_true = torch.tensor([2.0, 0.0, -1.0])
y_train = x_train @ w_true + 0.8 * torch.randn(n)
y_val = x_val @ w_true + 0.1 * torch.randn(8)
log_lambda = torch.full((d,), -1.0, requires_grad=True)
outer_opt = torch.optim.Adam([log_lambda], lr=0.2)


def inner_loss(w, log_lam):
    return F.mse_loss(x_train @ w, y_train) + (log_lam.exp() * w.pow(2)).sum()


def outer_loss(w):
    return F.mse_loss(x_val @ w, y_val)


@torch.no_grad()
def solve_inner(log_lam):
    a = x_train.t() @ x_train / n
    a.diagonal().add_(log_lam.exp())
    return torch.linalg.solve(a, x_train.t() @ y_train / n)


def hessian_inverse_times(w, log_lam, v):
    def vjp(u):
        (g,) = torch.autograd.grad(inner_loss(w, log_lam), w, create_graph=True)
        return torch.autograd.grad(g, w, u)[0]

    columns = [vjp(e) for e in torch.eye(d)]
    return torch.linalg.solve(torch.stack(columns), v)


def hypergradient(w, log_lam):
    (dval,) = torch.autograd.grad(outer_loss(w), w)
    q = hessian_inverse_times(w, log_lam.detach(), dval)
    (g,) = torch.autograd.grad(inner_loss(w, log_lam), w, create_graph=True)
    (mixed,) = torch.autograd.grad(g, log_lam, q)
    return -mixed


trace = []
for it in range(6):
    outer_opt.zero_grad()
    w_star = solve_inner(log_lambda.detach()).requires_grad_()
    val_loss = outer_loss(w_star).item()
    log_lambda.grad = hypergradient(w_star, log_lambda)
    outer_opt.step()
    trace.append(val_loss)
print("validation", [round(v, 5) for v in trace])
print("lambda", [round(v, 4) for v in log_lambda.exp().tolist()])
