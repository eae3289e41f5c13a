import torch
import torch.nn as nn

torch.manual_seed(369)


class ScaleCalibration(nn.Module):
    """Learns a range scale of the lidar against monocular depth."""

    def __init__(self, lam=0.5):
        super().__init__()
        self.lam = lam
        self.log_scale = nn.Parameter(torch.tensor([0.1]))

    def forward(self, mono, ranges):
        valid = ranges > 0
        scaled = ranges * self.log_scale.exp()
        diff = torch.log(mono) - torch.log(scaled)
        diff = torch.where(valid, diff, torch.zeros_like(diff))
        n = valid.sum().clamp(min=1)
        return diff.pow(2).sum() / n - self.lam * diff.sum().pow(2) / n.pow(2)


calib = ScaleCalibration()
opt = torch.optim.SGD(calib.parameters(), lr=0.1)
ranges = torch.tensor([1.2, 0.0, 2.5, 0.7, 0.0, 3.1, 1.9, 0.4])
mono = ranges + 0.3 + 0.1 * torch.rand(8)

opt.zero_grad()
loss = calib(mono, ranges)
loss.backward()
opt.step()
print("missing returns", int((ranges == 0).sum()), "grad", calib.log_scale.grad)
