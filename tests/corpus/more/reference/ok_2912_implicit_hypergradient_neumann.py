import torch

torch.manual_seed(4)
X_tr, X_val = torch.randn(12, 3), torch.randn(8, 3)
w_true = torch.tensor([1.0, -2.0, 0.5])
y_tr = X_tr @ w_true + 0.3 * torch.randn(12)
y_val = X_val @ w_true + 0.3 * torch.randn(8)
X_tr, X_val, y_tr, y_val = (t.double() for t in (X_tr, X_val, y_tr, y_val))


def val(hp):
    A = X_tr.T @ X_tr / 12 + torch.diag(hp.exp())
    w = torch.linalg.solve(A, X_tr.T @ y_tr / 12)
    return (X_val @ w - y_val).pow(2).mean()


log_lambda = torch.tensor([-1.0, -1.5, -0.5], dtype=torch.float64)
for outer in range(3):
    g = torch.stack([(val(log_lambda + e) - val(log_lambda - e)) / 2e-6 for e in torch.eye(3, dtype=torch.float64) * 1e-6])
    log_lambda = log_lambda - 0.1 * g
log_lambda.grad = g
