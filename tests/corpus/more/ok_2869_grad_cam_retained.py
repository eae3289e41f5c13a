import torch
import torch.nn as nn

torch.manual_seed(619)
features = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(inplace=True))
classifier = nn.Linear(3, 2)
store = {}


def keep(module, args, output):
    output.retain_grad()
    store["maps"] = output


features.register_forward_hook(keep)
cam_input = torch.rand(1, 1, 5, 5).to(torch.float32).requires_grad_()
logits = classifier(features(cam_input).mean(dim=(2, 3)))
loss = logits[0, logits.argmax()]
loss.backward()
weights = store["maps"].grad.mean(dim=(2, 3), keepdim=True)
cam = torch.relu((weights * store["maps"].detach()).sum(1))
cam /= cam.max() + 1e-8
