import torch
import torch.nn as nn


class MinVarNet(nn.Module):
    def __init__(self, n_assets):
        super().__init__()
        self.embed = nn.Linear(n_assets, n_assets)

    def shrunk_covariance(self, r, alpha=0.2):
        scale = r.pow(2).mean()
        r -= r.mean(dim=0, keepdim=True)
        cov = r.T @ r / (len(r) - 1)
        return (1 - alpha) * cov + alpha * scale * torch.eye(r.shape[1])

    def forward(self, returns):
        cov = self.shrunk_covariance(self.embed(returns))
        w = torch.softmax(-torch.diagonal(cov), dim=0)
        return w @ cov @ w


torch.manual_seed(11)
net = MinVarNet(3)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
returns = torch.randn(6, 3)

loss = net(returns)
opt.zero_grad()
loss.backward()
opt.step()
