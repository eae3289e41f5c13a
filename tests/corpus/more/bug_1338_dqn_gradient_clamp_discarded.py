import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1338)
policy_net = nn.Linear(3, 2)
opt = torch.optim.RMSprop(policy_net.parameters())
state, action = 4 * torch.randn(5, 3), torch.tensor([[0], [1], [1], [0], [1]])
expected = 10 * torch.randn(5, 1)

values = policy_net(state).gather(1, action)
loss = F.mse_loss(values, expected)
opt.zero_grad()
loss.backward()
for param in policy_net.parameters():
    param.grad.data.clamp(-1, 1)
opt.step()
