import torch


def project_covariance(scale, jac):
    m = jac * scale
    cov2d = m @ m.transpose(1, 2)
    det = cov2d[:, 0, 0] * cov2d[:, 1, 1] - cov2d[:, 0, 1] ** 2
    cov2d = cov2d + 0.3 * torch.eye(2)
    blurred = cov2d[:, 0, 0] * cov2d[:, 1, 1] - cov2d[:, 0, 1] ** 2
    return cov2d, torch.sqrt(det / blurred)


torch.manual_seed(1325)
scale = torch.rand(3, 1, 3, requires_grad=True)
jac = torch.randn(3, 2, 3)
cov2d, compensation = project_covariance(scale, jac)
loss = compensation.sum() + cov2d.mean()
loss.backward()
