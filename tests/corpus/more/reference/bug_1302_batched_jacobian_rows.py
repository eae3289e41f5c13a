import torch

torch.manual_seed(1302)
gain = torch.randn(2, requires_grad=True)
states = torch.randn(5, 2)

J = torch.eye(2).unsqueeze(0).repeat(5, 1, 1)
for i in range(2):
    J[:, i, :] = gain[i] * torch.cos(states)

residual = torch.bmm(J, states.unsqueeze(2))
loss = residual.pow(2).mean()
loss.backward()
