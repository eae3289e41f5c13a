"""Small training programs of many kinds, all of them sound: a guard must not change a bit.

Each yields what must stay the same: losses, gradients, weights.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch.utils.checkpoint import checkpoint

STEPS = 3

Training = Callable[[], Iterator[Any]]


def told(loss: Any, model: Any) -> Iterator[Any]:
    """Yield the loss, every gradient, every weight and every buffer."""
    yield loss.detach().clone()
    for parameter in model.parameters():
        yield None if parameter.grad is None else parameter.grad.clone()
    yield from (value.clone() for value in model.state_dict().values())


def mlp() -> Iterator[Any]:
    net = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 2))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(STEPS):
        loss = F.cross_entropy(net(torch.randn(6, 4)), torch.randint(0, 2, (6,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, net)


def convnet() -> Iterator[Any]:
    class Block(nn.Module):  # type: ignore[misc]
        def __init__(self, width: int) -> None:
            super().__init__()
            self.one = nn.Conv2d(width, width, 3, padding=1)
            self.norm = nn.BatchNorm2d(width)
            self.act = nn.ReLU(inplace=True)

        def forward(self, x: Any) -> Any:
            out = self.norm(self.one(x))
            out += x
            return self.act(out)

    net = nn.Sequential(nn.Conv2d(1, 4, 3), Block(4), nn.Dropout2d(0.2), Block(4))
    head = nn.Linear(4, 3)
    opt = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1, momentum=0.9)
    for _ in range(STEPS):
        out = head(net(torch.randn(2, 1, 8, 8)).mean((2, 3)))
        loss = F.cross_entropy(out, torch.tensor([0, 2]))
        opt.zero_grad(set_to_none=False)
        loss.backward()
        opt.step()
        yield from told(loss, net)
    net.eval()
    with torch.no_grad():
        yield net(torch.randn(2, 1, 8, 8))


class Decoder(nn.Module):  # type: ignore[misc]
    """A small GPT: causal attention, tied embeddings."""

    def __init__(self, vocabulary: int = 11, width: int = 8) -> None:
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.place = nn.Parameter(torch.zeros(16, width))
        self.qkv = nn.Linear(width, 3 * width)
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.feed = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def block(self, h: Any) -> Any:
        q, k, v = self.qkv(self.norms[0](h)).chunk(3, dim=-1)
        h = h + F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return h + self.feed(self.norms[1](h))

    def forward(self, tokens: Any) -> Any:
        h = self.block(self.embed(tokens) + self.place[: tokens.shape[1]])
        return h @ self.embed.weight.T


def gpt() -> Iterator[Any]:
    net = Decoder()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, fused=True)
    for _ in range(STEPS):
        tokens = torch.randint(0, 11, (2, 7))
        loss = F.cross_entropy(net(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        yield from told(loss, net)
        opt.step()
        opt.zero_grad()


def bert() -> Iterator[Any]:
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, batch_first=True)
    net = nn.TransformerEncoder(layer, 2)
    opt = torch.optim.AdamW(net.parameters(), foreach=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 10)
    for _ in range(STEPS):
        x = torch.randn(2, 5, 8)
        mask = torch.zeros(2, 5, dtype=torch.bool)
        mask[:, -1] = True
        loss = net(x, src_key_padding_mask=mask).masked_fill(mask.unsqueeze(-1), 0.0).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        schedule.step()
        yield from told(loss, net)


def lstm() -> Iterator[Any]:
    net, head = nn.LSTM(3, 5, num_layers=2, dropout=0.1), nn.Linear(5, 3)
    opt = torch.optim.RMSprop([*net.parameters(), *head.parameters()])
    state = None
    for _ in range(STEPS):
        x = torch.randn(4, 2, 3)
        out, state = net(x, state)
        loss = (head(out) - x).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        state = tuple(part.detach() for part in state)
        yield from told(loss, net)


def gan() -> Iterator[Any]:
    g = nn.Sequential(nn.Linear(2, 4), nn.ReLU(inplace=True), nn.Linear(4, 2))
    d = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2, inplace=True), nn.Linear(4, 1))
    opt_g, opt_d = (torch.optim.Adam(net.parameters(), lr=1e-3) for net in (g, d))
    for _ in range(STEPS):
        real, fake = torch.randn(3, 2), g(torch.randn(3, 2))
        loss_d = F.softplus(-d(real)).mean() + F.softplus(d(fake.detach())).mean()
        opt_d.zero_grad()
        loss_d.backward()
        opt_d.step()
        for parameter in d.parameters():
            parameter.data.clamp_(-0.5, 0.5)
        loss_g = F.softplus(-d(fake)).mean()
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()
        yield from told(loss_d, d)
        yield from told(loss_g, g)


def vae() -> Iterator[Any]:
    encode, decode = nn.Linear(4, 4), nn.Linear(2, 4)
    both = nn.ModuleList([encode, decode])
    opt = torch.optim.Adagrad(both.parameters(), lr=0.1)
    for _ in range(STEPS):
        x = torch.rand(5, 4)
        mean, log_variance = encode(x).chunk(2, dim=1)
        z = mean + torch.randn_like(mean) * (0.5 * log_variance).exp()
        kl = 0.5 * (mean**2 + log_variance.exp() - log_variance - 1).sum()
        loss = F.binary_cross_entropy_with_logits(decode(z), x, reduction="sum") + kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, both)


def unet() -> Iterator[Any]:
    down, middle = nn.Conv2d(1, 4, 3, 2, 1), nn.Conv2d(4, 4, 3, padding=1)
    up, out = nn.ConvTranspose2d(4, 4, 2, 2), nn.Conv2d(5, 1, 3, padding=1)
    norm = nn.GroupNorm(2, 4)
    net = nn.ModuleList([down, middle, up, out, norm])
    opt = torch.optim.AdamW(net.parameters())
    average = copy.deepcopy(net).requires_grad_(False)
    alphas = torch.linspace(0.99, 0.1, 10)
    for _ in range(STEPS):
        x, noise = torch.randn(2, 1, 8, 8), torch.randn(2, 1, 8, 8)
        a = alphas[torch.randint(0, 10, (2,))].view(2, 1, 1, 1)
        noisy = a.sqrt() * x + (1 - a).sqrt() * noise
        h = F.silu(norm(down(noisy)), inplace=True)
        h = up(F.silu(middle(h)))
        loss = F.mse_loss(out(torch.cat([h, noisy], 1)), noise)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), net.parameters(), strict=True):
                kept.lerp_(new, 0.1)
        yield from told(loss, net)


def gnn() -> Iterator[Any]:
    first, second = nn.Linear(3, 4), nn.Linear(4, 2)
    net = nn.ModuleList([first, second])
    opt = torch.optim.Adam(net.parameters())
    source, target = torch.randint(0, 6, (2, 12))
    x = torch.from_numpy(np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32))
    for _ in range(STEPS):
        h = first(x)
        h = torch.zeros_like(h).index_add_(0, target, h[source]).relu_()
        h = second(h)
        pooled = h.new_zeros(6, 2).scatter_add(0, target.unsqueeze(1).expand(-1, 2), h[source])
        loss = F.cross_entropy(pooled, torch.arange(6) % 2)
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, net)


def ppo() -> Iterator[Any]:
    actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
    both = nn.ModuleList([actor, critic])
    opt = torch.optim.Adam(both.parameters(), lr=1e-2)
    obs = torch.randn(8, 3)
    with torch.no_grad():
        spread = torch.distributions.Categorical(logits=actor(obs))
        actions = spread.sample()
        before, values = spread.log_prob(actions), critic(obs).squeeze(1)
        advantage = torch.randn(8) - values
        advantage -= advantage.mean()
        advantage /= advantage.std() + 1e-6
    for _ in range(STEPS):
        for batch in torch.randperm(8).split(4):
            spread = torch.distributions.Categorical(logits=actor(obs[batch]))
            ratio = (spread.log_prob(actions[batch]) - before[batch]).exp()
            clipped = ratio.clamp(0.8, 1.2)
            policy = -torch.min(ratio * advantage[batch], clipped * advantage[batch]).mean()
            value = F.mse_loss(critic(obs[batch]).squeeze(1), values[batch])
            loss = policy + 0.5 * value - 0.01 * spread.entropy().mean()
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(both.parameters(), 0.5)
            opt.step()
            yield from told(loss, both)


def mixed_precision() -> Iterator[Any]:
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**40)
    for _ in range(STEPS):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = net(torch.randn(5, 4)).float().pow(2).mean()
        opt.zero_grad()
        scaler.scale(loss * 1e30).backward()
        scaler.step(opt)
        scaler.update()
        yield loss.detach()


def checkpointed() -> Iterator[Any]:
    blocks = nn.ModuleList(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.3)) for _ in range(3))
    opt = torch.optim.SGD(blocks.parameters(), lr=0.1)
    for step in range(STEPS):
        h = torch.randn(5, 4, requires_grad=True)
        for block in blocks:
            h = checkpoint(block, h, use_reentrant=bool(step % 2))
        loss = h.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, blocks)


def accumulated() -> Iterator[Any]:
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    opt = torch.optim.Adam(net.parameters(), foreach=True)
    for _ in range(STEPS):
        for _ in range(4):
            loss = net(torch.randn(2, 3)).pow(2).mean() / 4
            loss.backward()
        yield from told(loss, net)
        opt.step()
        opt.zero_grad()


def compiled() -> Iterator[Any]:
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace=True), nn.Linear(4, 1))
    run = torch.compile(net, backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(STEPS):
        loss = run(torch.ones(2, 3)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, net)


def second_order() -> Iterator[Any]:
    critic = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 1))
    opt = torch.optim.Adam(critic.parameters())
    for _ in range(STEPS):
        x = torch.randn(3, 2, requires_grad=True)
        (slope,) = torch.autograd.grad(critic(x).sum(), x, create_graph=True)
        loss = (slope.norm(dim=1) - 1).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, critic)


def custom_function() -> Iterator[Any]:
    class Clip(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any, limit: float) -> Any:
            ctx.save_for_backward(x)
            ctx.limit = limit
            ctx.scale = torch.ones(1)
            return x.clamp(-limit, limit)

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            (x,) = ctx.saved_tensors
            return grads[0] * (x.abs() <= ctx.limit) * ctx.scale, None

    net = nn.utils.parametrizations.spectral_norm(nn.Linear(3, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(STEPS):
        loss = Clip.apply(net(torch.randn(4, 3)), 0.5).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, net)


def distilled() -> Iterator[Any]:
    student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
    teacher.load_state_dict(student.state_dict())
    opt = torch.optim.SGD(student.parameters(), lr=0.1, nesterov=True, momentum=0.9)
    history: list[float] = []
    for _ in range(STEPS):
        x = torch.randn(4, 3)
        with torch.inference_mode():
            guess = int(teacher(x).argmax(1)[0].item())
        with torch.no_grad():
            aim = teacher(x).softmax(1)
        loss = F.kl_div(student(x).log_softmax(1), aim, reduction="batchmean") + 0.0 * guess
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(loss.item())
        teacher.load_state_dict(student.state_dict())
        np.asarray(loss.detach())
        yield from told(loss, student)
    yield torch.tensor(history)


TRAININGS: tuple[Training, ...] = (
    mlp, convnet, gpt, bert, lstm, gan, vae, unet, gnn, ppo, mixed_precision, checkpointed,
    accumulated, compiled, second_order, custom_function, distilled,
)  # fmt: skip
