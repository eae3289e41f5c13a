import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2516)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
decoder, classifier = nn.Linear(2, 3), nn.Linear(2, 2)
opts = {
    "recon": torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1),
    "cls": torch.optim.SGD(classifier.parameters(), lr=0.1),
}


def compute_losses(batch):
    z = encoder(batch["x"])
    return {
        "recon": F.mse_loss(decoder(z), batch["x"]),
        "cls": F.cross_entropy(classifier(z), batch["y"]),
    }


batch = {"x": torch.randn(5, 3), "y": torch.tensor([0, 1, 1, 0, 1])}
losses = compute_losses(batch)
for name in ("recon", "cls"):
    loss = losses[name]
    opts[name].zero_grad()
    loss.backward(retain_graph=True)
    opts[name].step()
