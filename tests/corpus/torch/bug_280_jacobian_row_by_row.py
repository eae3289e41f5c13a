import torch

torch.manual_seed(354)
W = torch.randn(3, 2)
q = torch.randn(2, requires_grad=True)


def forward_kinematics(q):
    return torch.sin(W @ q) * q.sum()


tip = forward_kinematics(q)
rows = []
for k in range(3):
    rows.append(torch.autograd.grad(tip[k], q)[0])
jac = torch.stack(rows)
print(jac)
