import torch
import torch.nn as nn

torch.manual_seed(1436)
net = nn.Linear(3, 1)
low_light = torch.rand(16, 3)
y_true = torch.rand(16)


def histogram_loss(y_true, y_pred, bins=8):
    centres = (torch.arange(bins) + 0.5) / bins
    true_hist = torch.exp(-0.5 * ((y_true[:, None] - centres) * bins) ** 2).sum(0)
    pred_hist = torch.exp(-0.5 * ((y_pred[:, None] - centres) * bins) ** 2).sum(0)
    return (true_hist / true_hist.sum() - pred_hist / pred_hist.sum()).abs().mean()


y_pred = torch.sigmoid(net(low_light)).squeeze(1)
loss = histogram_loss(y_true, y_pred)
loss.backward()
