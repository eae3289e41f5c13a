import torch

torch.manual_seed(338)
angles = torch.randn(4, requires_grad=True)
limits = torch.tensor([0.5, 1.0, 0.7, 0.3])

pose = torch.tanh(angles) + limits
with torch.no_grad():
    wrist = pose[2:]
    print("wrist range", wrist.min().item(), wrist.max().item())
pose = torch.cat([pose[:2], pose[2:] * 0.1])
reach = torch.cumsum(pose, dim=0).cos().sum()
loss = (reach - 1.0).pow(2)
loss.backward()
