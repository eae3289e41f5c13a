import torch
import torch.nn as nn

torch.manual_seed(0)
LAMBDA, CRITIC_ITERS, BATCH = 10.0, 3, 8

gen = nn.Sequential(nn.Linear(2, 8), nn.ReLU(True), nn.Linear(8, 2))
critic = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3, betas=(0.5, 0.9))
opt_d = torch.optim.Adam(critic.parameters(), lr=1e-3, betas=(0.5, 0.9))


def inf_train_gen():
    centers = torch.tensor([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    while True:
        idx = torch.randint(0, 4, (BATCH,))
        batch = centers[idx]
        batch += 0.02 * torch.randn(BATCH, 2)
        yield batch


def calc_gradient_penalty(real, fake):
    alpha = torch.rand(BATCH, 1).expand_as(real)
    interpolates = alpha * real + (1 - alpha) * fake
    interpolates.requires_grad_(True)
    scores = critic(interpolates)
    gradients = torch.autograd.grad(
        outputs=scores, inputs=interpolates, grad_outputs=torch.ones_like(scores),
        create_graph=True, retain_graph=True, only_inputs=True)[0]
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean() * LAMBDA


data = inf_train_gen()
for iteration in range(3):
    for p in critic.parameters():
        p.requires_grad_(False)
    opt_g.zero_grad()
    g_loss = -critic(gen(torch.randn(BATCH, 2))).mean()
    g_loss.backward()
    opt_g.step()

    for p in critic.parameters():
        p.requires_grad_(True)
    for _ in range(CRITIC_ITERS):
        real = next(data)
        with torch.no_grad():
            fake = gen(torch.randn(BATCH, 2))
        opt_d.zero_grad()
        d_loss = critic(fake).mean() - critic(real).mean()
        d_loss += calc_gradient_penalty(real.data, fake.data)
        d_loss.backward()
        opt_d.step()
    print(f"iter {iteration} W-dist {-d_loss.item():.4f} G {g_loss.item():.4f}")
