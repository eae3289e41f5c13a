import torch
import torch.nn as nn

torch.manual_seed(2322)
detector = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Tanh(), nn.Flatten(), nn.Linear(32, 2))
for p in detector.parameters():
    p.requires_grad_(False)
patch = torch.zeros(1, 2, 2, requires_grad=True)
frame = torch.rand(1, 1, 6, 6)


def locate(frame, top, left):
    with torch.no_grad():
        brightness = frame.mean()
        window = frame[:, :, top:top + 2, left:left + 2]
    return window, brightness


window, brightness = locate(frame, 1, 3)
window += patch * brightness
loss = detector(frame)[0, 1]
loss.backward()
