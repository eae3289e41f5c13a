import torch
import torch.nn as nn


class LinearSEM(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(d, d) * 0.3)

    @property
    def adjacency(self):
        return self.weights * (1.0 - torch.eye(self.weights.shape[0]))

    def acyclicity(self):
        w2 = self.adjacency ** 2
        return torch.trace(torch.matrix_exp(w2)) - w2.shape[0]

    def forward(self, x):
        return x @ self.adjacency


torch.manual_seed(2126)
model = LinearSEM(3)
data = torch.randn(8, 3)
fit = (data - model(data)).pow(2).mean()
loss = fit + 0.5 * model.acyclicity()
loss.backward()
