"""Recover the length and the damping of a pendulum from a noisy recording of its swing."""

import torch
from torch import Tensor, nn

GRAVITY = 9.81
TIME_STEP = 0.02
FRAMES = 100
STEPS = 60
PENDULUMS = 16


class Pendulum(nn.Module):
    """A damped pendulum; both constants are learnt in log space, so that they stay positive."""

    def __init__(self, length: float, damping: float) -> None:
        super().__init__()
        self.log_length = nn.Parameter(torch.tensor(length).log())
        self.log_damping = nn.Parameter(torch.tensor(damping).log())

    def forward(self, start: Tensor, frames: int) -> Tensor:
        """Let it go at the angles `start`; return (frames, pendulums) angles."""
        stiffness = GRAVITY / self.log_length.exp()
        damping = self.log_damping.exp()
        angle = start.clone()
        speed = torch.zeros_like(start)
        film = []
        for _ in range(frames):
            pull = torch.sin(angle)
            speed = speed - TIME_STEP * (stiffness * pull + damping * speed)
            angle += TIME_STEP * speed
            film.append(angle.clone())
        return torch.stack(film)


def record(start: Tensor) -> Tensor:
    with torch.no_grad():
        film = Pendulum(length=1.3, damping=0.25)(start, FRAMES)
    return film + 0.01 * torch.randn_like(film)


def fit(model: Pendulum, start: Tensor, observed: Tensor) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    for step in range(1, STEPS + 1):
        film = model(start, FRAMES)
        loss = (film - observed).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            length = model.log_length.exp().item()
            damping = model.log_damping.exp().item()
            print(f"step {step:3d}  loss {loss.item():.5f}  {length:.3f} m  {damping:.3f} /s")


def main() -> None:
    torch.manual_seed(0)
    start = torch.empty(PENDULUMS).uniform_(-1.2, 1.2)
    fit(Pendulum(length=1.0, damping=0.1), start, record(start))


if __name__ == "__main__":
    main()
