"""Train a recurrent net to repeat a signal that it heard three steps ago."""

import torch
from torch import Tensor, nn

STEPS = 40
BATCH = 32
LENGTH = 12
DELAY = 3


class EchoNet(nn.Module):
    """An Elman network; the hidden state is a buffer, so that `.to(device)` moves it too."""

    state: Tensor

    def __init__(self, features: int, hidden: int) -> None:
        super().__init__()
        self.listen = nn.Linear(features, hidden)
        self.remember = nn.Linear(hidden, hidden, bias=False)
        self.speak = nn.Linear(hidden, features)
        self.register_buffer("state", torch.zeros(BATCH, hidden), persistent=False)

    def reset(self) -> None:
        self.state = torch.zeros_like(self.state)

    def forward(self, signal: Tensor) -> Tensor:
        self.reset()
        heard = self.listen(signal)
        outputs = []
        for t in range(signal.shape[1]):
            memory = self.remember(self.state)
            hidden = torch.tanh(heard[:, t] + memory)
            outputs.append(self.speak(hidden))
            self.state.copy_(hidden)
        return torch.stack(outputs, dim=1)


def make_batch() -> tuple[Tensor, Tensor]:
    signal = torch.randn(BATCH, LENGTH, 1)
    echo = torch.zeros_like(signal)
    echo[:, DELAY:] = signal[:, :-DELAY]
    return signal, echo


def train(net: EchoNet) -> None:
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(1, STEPS + 1):
        signal, echo = make_batch()
        predicted = net(signal)
        loss = nn.functional.mse_loss(predicted[:, DELAY:], echo[:, DELAY:])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        if step % 10 == 0:
            print(f"step {step:3d}  loss {loss.item():.4f}")


def main() -> None:
    torch.manual_seed(0)
    train(EchoNet(features=1, hidden=24))


if __name__ == "__main__":
    main()
