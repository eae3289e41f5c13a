import torch
import torch.nn as nn

torch.manual_seed(23)
nets = nn.ModuleDict({
    "G": nn.Linear(2, 3),
    "D": nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1)),
})
opts = {name: torch.optim.SGD(net.parameters(), lr=0.05) for name, net in nets.items()}
bce = nn.functional.binary_cross_entropy_with_logits


def adversarial_losses(real, noise):
    fake = nets["G"](noise)
    d_real, d_fake = nets["D"](real), nets["D"](fake.detach())
    judged = nets["D"](fake)
    return {
        "D": bce(d_real, torch.ones_like(d_real)) + bce(d_fake, torch.zeros_like(d_fake)),
        "G": bce(judged, torch.ones_like(judged)),
    }


def optimise(losses):
    for name, loss in losses.items():
        opts[name].zero_grad()
        loss.backward()
        opts[name].step()


losses = adversarial_losses(torch.randn(4, 3), torch.randn(4, 2))
optimise(losses)
