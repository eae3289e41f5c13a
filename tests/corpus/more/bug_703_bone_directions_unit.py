import torch

parents = [0, 0, 1, 2]


def bone_features(joints):
    bones = joints[1:] - joints[parents[1:]]
    length = bones.norm(dim=1, keepdim=True)
    bones /= length
    return bones, length


torch.manual_seed(703)
joints = torch.randn(4, 3, requires_grad=True)
rest = torch.tensor([[1.0], [0.8], [0.6]])
bones, length = bone_features(joints)
straight = (bones[1:] * bones[:-1]).sum()
loss = (length - rest).abs().sum() - 0.3 * straight
loss.backward()
