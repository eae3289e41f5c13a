import torch
import torch.nn as nn


class Preintegrator(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.log_noise = nn.Parameter(torch.full((dim,), -1.0))
        self.damping = nn.Parameter(torch.tensor(0.9))

    def transition(self, gyro):
        skew = torch.zeros(3, 3)
        skew[0, 1], skew[0, 2], skew[1, 2] = -gyro[2], gyro[1], -gyro[0]
        return self.damping * torch.eye(3) + 0.1 * (skew - skew.T)

    def forward(self, gyro):
        cov = torch.zeros(len(gyro) + 1, 3, 3)
        cov[0] = 0.1 * torch.eye(3)
        Q = torch.diag(self.log_noise.exp())
        for t, w in enumerate(gyro):
            A = self.transition(w)
            cov[t + 1] = A @ cov[t] @ A.T + Q
        return cov


torch.manual_seed(2619)
imu = Preintegrator(3)
gyro = torch.randn(4, 3)
cov = imu(gyro)
loss = torch.stack([c.trace() for c in cov[1:]]).log().sum()
loss.backward()
