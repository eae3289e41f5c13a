"""Which pixels matter: the gradient of a score with respect to an image.

The network begins with an in-place ReLU, and its input is a leaf: PyTorch refuses the write.
`gradsan run --repair examples/leaf_saliency.py` gives the gradient of the image as it was.
"""

import torch
from torch import nn

SIDE = 8


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.rectify = nn.ReLU(inplace=True)
        self.score = nn.Linear(SIDE * SIDE, 1)

    def forward(self, image):
        return self.score(self.rectify(image).flatten())


def main():
    torch.manual_seed(0)
    scorer = Scorer()
    image = torch.randn(SIDE, SIDE, requires_grad=True)
    bright = (image > 0).sum().item()
    scorer(image).backward()
    seen = (image.grad != 0).sum().item()
    print(f"{bright} of {SIDE * SIDE} pixels are bright, {seen} matter")


if __name__ == "__main__":
    main()
