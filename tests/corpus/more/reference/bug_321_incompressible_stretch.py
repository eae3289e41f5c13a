import torch

torch.manual_seed(47)
lam1 = (torch.rand(3) + 0.8).requires_grad_()
lam2 = (torch.rand(3) + 0.8).requires_grad_()


def deformation(a, b, shear):
    F = torch.zeros(a.shape[0], 3, 3)
    F[:, 0, 0] = a
    F[:, 1, 1] = b
    F[:, 0, 1] = shear
    area = a * b
    F[:, 2, 2] = 1.0 / area
    return F


def neo_hookean(F, mu=0.5):
    C = F.transpose(1, 2) @ F
    trace = C.diagonal(dim1=1, dim2=2).sum(-1)
    return 0.5 * mu * (trace - 3.0)


F = deformation(lam1, lam2, shear=0.2)
loss = neo_hookean(F).sum()
loss.backward()
print("energy", loss.item())
