from dataclasses import dataclass

import torch


@dataclass
class Belief:
    mean: torch.Tensor
    cov: torch.Tensor


def predict(b: Belief, A: torch.Tensor, q: float = 0.1) -> Belief:
    return Belief(A @ b.mean, A @ b.cov @ A.T + q * torch.eye(2))


def correct(b: Belief, z: torch.Tensor, noise: torch.Tensor) -> Belief:
    innovation = z - b.mean
    S = b.cov + noise
    gain = b.cov @ torch.linalg.inv(S)
    b.mean = b.mean + gain @ innovation
    b.cov = b.cov - gain @ b.cov
    return b


torch.manual_seed(3101)
transition = (torch.eye(2) + 0.1 * torch.randn(2, 2)).requires_grad_()
noise = 0.5 * torch.eye(2)
belief = Belief(torch.zeros(2), torch.eye(2))
loss = torch.zeros(())
for z in torch.randn(3, 2):
    belief = correct(predict(belief, transition), z, noise)
    loss = loss + (belief.mean - z).square().sum()
loss.backward()
