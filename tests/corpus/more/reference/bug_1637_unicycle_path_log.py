from dataclasses import dataclass

import torch


@dataclass
class Unicycle:
    dt: float = 0.1

    def rollout(self, start: torch.Tensor, controls: torch.Tensor) -> torch.Tensor:
        pose = start * 1.0
        path = [pose]
        for v in controls:
            pose = pose + self.dt * v
            path.append(pose)
        return torch.stack(path)


torch.manual_seed(1601)
start = torch.randn(2)
controls = torch.randn(4, 2, requires_grad=True)
waypoints = torch.randn(5, 2)
loss = (Unicycle().rollout(start, controls) - waypoints).pow(2).sum()
loss.backward()
