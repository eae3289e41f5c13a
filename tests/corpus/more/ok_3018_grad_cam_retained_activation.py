import torch
import torch.nn as nn

torch.manual_seed(3218)
conv = nn.Conv2d(1, 2, 3)
clf = nn.Linear(2, 3)
acts = {}


def keep(name):
    def hook(module, inputs, output):
        output.retain_grad()
        acts[name] = output

    return hook


handle = conv.register_forward_hook(keep("conv"))
for p in conv.parameters():
    p.requires_grad_(False)
img = torch.randn(1, 1, 5, 5).requires_grad_()
logits = clf(torch.relu(conv(img)).mean(dim=(2, 3)))
loss = logits[0, logits.argmax()]
loss.backward()
handle.remove()

with torch.no_grad():
    weights = acts["conv"].grad.mean(dim=(2, 3), keepdim=True)
    cam = torch.relu((weights * acts["conv"]).sum(1))
    cam /= cam.max() + 1e-8
