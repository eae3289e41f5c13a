import torch
import torch.nn as nn


class AffineCoupling(nn.Module):
    def __init__(self):
        super().__init__()
        self.param_map = nn.Linear(1, 2)

    def forward(self, z1, z2):
        param = self.param_map(z1)
        shift, log_scale = param[:, 0::2], param[:, 1::2]
        scale = torch.exp(log_scale)
        scale.clamp_(max=1.2)
        z2 = z2 * scale + shift
        return z2, scale.log().sum(1)


torch.manual_seed(1326)
flow = AffineCoupling()
z2, log_det = flow(torch.randn(5, 1), torch.randn(5, 1))
loss = 0.5 * z2.pow(2).mean() - log_det.mean()
loss.backward()
