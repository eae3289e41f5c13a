import torch

torch.manual_seed(2320)
volume = torch.randn(3, 4)
target = torch.randn(2, 3, 4)


def central_slices(volume, rotations, tol=1e-3):
    rotations = rotations.to(torch.float32)
    near_zero = rotations.abs() < tol
    rotations[near_zero] = 0.0
    return rotations @ volume


rot = torch.eye(3).repeat(2, 1, 1)
rot[1, 0, 1] = 0.4
rot.requires_grad_()
loss = (central_slices(volume, rot) - target).square().mean()
loss.backward()
