import torch

torch.manual_seed(66)
disparity = torch.rand(2, 4) * 8
disparity[0, 1] = 0.0
disparity[1, 3] = 0.0
disparity.requires_grad_()
lidar = torch.rand(2, 4) * 10
FOCAL_BASELINE = 12.0


def depth_l1(disp, gt):
    valid = disp > 0
    depth = FOCAL_BASELINE / disp
    return (depth[valid] - gt[valid]).abs().mean()


loss = depth_l1(disparity, lidar)
loss.backward()
