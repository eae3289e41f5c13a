import torch
import torch.nn as nn

torch.manual_seed(4110)
policy = nn.Linear(3, 2)
opt = torch.optim.SGD(policy.parameters(), lr=0.1)
baseline = 0.0
for episode in range(3):
    logp = torch.log_softmax(policy(torch.randn(4, 3)), dim=1)
    reward = torch.rand(4)
    loss = -(logp[:, 0] * (reward - baseline)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    baseline = 0.9 * baseline + 0.1 * float(loss.detach())
print(baseline)
