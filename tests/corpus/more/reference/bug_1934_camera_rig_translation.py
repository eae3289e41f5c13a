import torch


class Rig:
    def __init__(self, yaw):
        c, s = torch.cos(yaw), torch.sin(yaw)
        self.pose = torch.eye(4).repeat(len(yaw), 1, 1)
        self.pose[:, 0, :2] = torch.stack([c, -s], -1)
        self.pose[:, 1, :2] = torch.stack([s, c], -1)

    def move_to(self, where):
        self.pose = self.pose.clone()
        self.pose[:, :3, 3] = where

    def apply(self, pts):
        return torch.einsum("nij,pj->npi", self.pose, pts)


torch.manual_seed(732)
shape = torch.randn(3, 3, requires_grad=True)
pts = torch.cat([shape, torch.ones(3, 1)], 1)
rig = Rig(torch.randn(2))
local = rig.apply(pts)
rig.move_to(torch.randn(2, 3))
world = rig.apply(pts)
loss = (local[..., 0] * world[..., 1]).sum()
loss.backward()
