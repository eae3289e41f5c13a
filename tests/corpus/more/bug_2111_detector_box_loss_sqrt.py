import torch
import torch.nn as nn


class YoloBoxLoss(nn.Module):
    def __init__(self, S=2, lambda_coord=5):
        super().__init__()
        self.mse = nn.MSELoss(reduction="sum")
        self.S, self.lambda_coord = S, lambda_coord

    def forward(self, predictions, target):
        predictions = predictions.reshape(-1, self.S, self.S, 5)
        exists_box = target[..., 0:1]
        box_predictions = exists_box * predictions[..., 1:5]
        box_targets = exists_box * target[..., 1:5]
        box_predictions[..., 2:4] = torch.sign(box_predictions[..., 2:4]) * torch.sqrt(
            torch.abs(box_predictions[..., 2:4]) + 1e-6)
        box_targets[..., 2:4] = torch.sqrt(box_targets[..., 2:4])
        return self.lambda_coord * self.mse(box_predictions, box_targets)


torch.manual_seed(21)
head = nn.Linear(6, 2 * 2 * 5)
feats = torch.randn(2, 6)
target = torch.rand(2, 2, 2, 5)
target[..., 0] = (target[..., 0] > 0.4).float()
loss = YoloBoxLoss()(head(feats), target)
loss.backward()
