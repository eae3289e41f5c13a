import torch
import torch.nn as nn

torch.manual_seed(549)
net = nn.Linear(3, 9)


def mass_matrix(q):
    m = net(torch.sin(q)).view(3, 3)
    m += m.T
    return 0.5 * m + 2.0 * torch.eye(3)


def kinetic(q, qdot):
    return 0.5 * qdot @ mass_matrix(q) @ qdot


loss = kinetic(torch.randn(3), torch.randn(3)).pow(2)
loss.backward()
