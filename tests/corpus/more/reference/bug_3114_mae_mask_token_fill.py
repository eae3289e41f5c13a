import torch
import torch.nn as nn


class TinyMAE(nn.Module):
    def __init__(self, patch=4, width=3):
        super().__init__()
        self.encode = nn.Linear(patch, width)
        self.decode = nn.Linear(width, patch)
        self.mask_token = nn.Parameter(torch.zeros(width))

    def forward(self, patches, hidden):
        latent = torch.sigmoid(self.encode(patches))
        latent = latent.index_put((torch.arange(2)[:, None], hidden), self.mask_token)
        return self.decode(latent)


def reconstruction(pred, patches, hidden):
    err = (pred - patches).square().mean(-1)
    return err[:, hidden].mean() + 0.1 * err.mean()


torch.manual_seed(3115)
mae = TinyMAE()
images = torch.randn(2, 5, 4)
hidden = torch.tensor([1, 3])
loss = reconstruction(mae(images, hidden), images, hidden)
loss.backward()
