import torch

torch.manual_seed(2306)
pose = torch.tensor([0.3, -0.2, 0.1], requires_grad=True)
cloud = torch.randn(7, 3) * 1.4
measured = torch.rand(7) * 3
MAX_RANGE = 2.5


def expected_ranges(pose, cloud):
    offset = cloud - pose
    dist = offset.square().sum(dim=1).sqrt()
    dist[dist > MAX_RANGE] = MAX_RANGE
    return dist


residual = expected_ranges(pose, cloud) - measured
loss = torch.nn.functional.huber_loss(residual, torch.zeros(7))
loss.backward()
