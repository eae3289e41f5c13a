"""Train a small GAN to draw points from a ring of eight Gaussian blobs."""

import math

import torch
from torch import Tensor, nn

STEPS = 60
BATCH = 128
NOISE_DIM = 8


def perceptron(inputs: int, hidden: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(inputs, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, hidden),
        nn.LeakyReLU(0.2),
        nn.Linear(hidden, outputs),
    )


def ring_of_blobs(count: int) -> Tensor:
    angle = torch.randint(0, 8, (count,)) * (math.tau / 8)
    centre = torch.stack([angle.cos(), angle.sin()], dim=1)
    return 2.0 * centre + 0.05 * torch.randn(count, 2)


class Trainer:
    def __init__(self) -> None:
        self.generator = perceptron(NOISE_DIM, 32, 2)
        self.discriminator = perceptron(2, 32, 1)
        self.opt_g = torch.optim.Adam(self.generator.parameters(), lr=1e-3, betas=(0.5, 0.999))
        self.opt_d = torch.optim.Adam(self.discriminator.parameters(), lr=1e-3, betas=(0.5, 0.999))
        self.criterion = nn.BCEWithLogitsLoss()

    def step(self, real: Tensor) -> tuple[float, float]:
        is_real = torch.ones(len(real), 1)
        is_fake = torch.zeros(len(real), 1)

        fake = self.generator(torch.randn(len(real), NOISE_DIM))
        verdict = self.discriminator(fake)
        loss_g = self.criterion(verdict, is_real)

        verdict_real = self.discriminator(real)
        verdict_fake = self.discriminator(fake.detach())
        loss_d = self.criterion(verdict_real, is_real) + self.criterion(verdict_fake, is_fake)

        self.opt_d.zero_grad()
        loss_d.backward()
        self.opt_d.step()

        self.opt_g.zero_grad()
        loss_g.backward()
        self.opt_g.step()
        return loss_d.item(), loss_g.item()


def main() -> None:
    torch.manual_seed(0)
    trainer = Trainer()
    for step in range(1, STEPS + 1):
        loss_d, loss_g = trainer.step(ring_of_blobs(BATCH))
        if step % 20 == 0:
            print(f"step {step:3d}  discriminator {loss_d:.4f}  generator {loss_g:.4f}")


if __name__ == "__main__":
    main()
