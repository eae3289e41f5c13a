import torch

inv_eps = torch.tensor([0.4, 0.5, 0.3, 0.6], requires_grad=True)
inv_mu = torch.full((5,), 0.5, requires_grad=True)
E, H = torch.zeros(6), torch.zeros(5)
E[2] = 1.0

for step in range(4):
    H += inv_mu * (E[1:] - E[:-1])
    E[1:-1] += inv_eps * (H[1:] - H[:-1])
    E[0] = 0.0

loss = E.pow(2).sum() + H.pow(2).sum()
loss.backward()
