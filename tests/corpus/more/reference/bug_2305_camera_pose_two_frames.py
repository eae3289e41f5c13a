import torch

torch.manual_seed(1105)
yaw = torch.tensor(0.3, requires_grad=True)
shift = torch.tensor([0.1, -0.2, 0.5], requires_grad=True)
cloud = torch.randn(4, 3, requires_grad=True)
points = torch.cat([cloud, torch.ones(4, 1)], dim=1).T
seen = torch.randn(2, 4, 4)


def rot_z(a):
    c, s, o, z = a.cos(), a.sin(), torch.ones_like(a), torch.zeros_like(a)
    return torch.stack([torch.stack([c, -s, z]), torch.stack([s, c, z]), torch.stack([z, z, o])])


pose = torch.eye(4)
pose[:3, :3] = rot_z(yaw)
first = pose @ points
pose = pose.clone()
pose[:3, 3] = shift
second = pose @ points
loss = (first - seen[0]).pow(2).mean() + (second - seen[1]).pow(2).mean()
loss.backward()
print("pose", pose.detach().round(decimals=3).tolist())
