"""Train a small residual net to tell vertical from horizontal stripes in noisy images."""

import torch
from torch import Tensor, nn

STEPS = 20
BATCH = 32
SIZE = 12


class ResidualBlock(nn.Module):
    """Activation first, then two convolutions, then the skip."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.relu = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        active = self.relu(x)
        out = self.norm(self.conv1(active))
        out = self.conv2(self.relu(out))
        return x + out


class StripeNet(nn.Module):
    def __init__(self, channels: int = 8, depth: int = 2) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, channels, 3, padding=1)
        self.blocks = nn.Sequential(*(ResidualBlock(channels) for _ in range(depth)))
        self.head = nn.Linear(channels, 2)

    def forward(self, images: Tensor) -> Tensor:
        features = torch.tanh(self.stem(images))
        features = self.blocks(features)
        return self.head(features.mean(dim=(2, 3)))


def make_batch() -> tuple[Tensor, Tensor]:
    """Draw stripes of random phase, half of the images turned by 90 degrees."""
    phase = torch.randint(0, 4, (BATCH, 1, 1))
    column = torch.arange(SIZE).view(1, 1, SIZE)
    stripes = ((column + phase) % 4 < 2).float().expand(BATCH, SIZE, SIZE)
    label = torch.randint(0, 2, (BATCH,))
    turned = torch.where(label.view(-1, 1, 1) == 1, stripes.transpose(1, 2), stripes)
    return (turned + 0.3 * torch.randn(BATCH, SIZE, SIZE)).unsqueeze(1), label


def main() -> None:
    torch.manual_seed(0)
    net = StripeNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for step in range(1, STEPS + 1):
        images, labels = make_batch()
        logits = net(images)
        loss = nn.functional.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            right = (logits.argmax(dim=1) == labels).float().mean()
            print(f"step {step:3d}  loss {loss.item():.4f}  accuracy {right.item():.2f}")


if __name__ == "__main__":
    main()
