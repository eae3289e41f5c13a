import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class UnrolledSolver(nn.Module):
    def __init__(self, operator, n_blocks=3):
        super().__init__()
        self.operator = operator
        self.n_blocks = n_blocks
        self.prior = nn.Linear(operator.shape[1], operator.shape[1])

    def block(self, x, y):
        data_grad = (x @ self.operator.T - y) @ self.operator
        x = x - 0.2 * data_grad - 0.3 * torch.tanh(self.sharpness * self.prior(x))
        self.sharpness *= 1.5
        return x

    def forward(self, y):
        self.sharpness = 0.5
        x = y @ self.operator
        for _ in range(self.n_blocks):
            x = self.block(x, y)
        return x


torch.manual_seed(2206)
A = torch.randn(2, 3)
solver = UnrolledSolver(A)
truth = torch.randn(4, 3)
recon = solver(truth @ A.T)
loss = (recon - truth).pow(2).mean()
loss.backward()
