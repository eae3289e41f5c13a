import torch
import torch.nn as nn


def _sigmoid(x, eps=0.3):
    y = torch.sigmoid(x)
    y = y.clamp(min=eps, max=1 - eps)
    return y


class FocalLoss(nn.Module):
    def forward(self, pred, gt):
        pos = gt.eq(1).float()
        neg = 1 - pos
        pos_loss = torch.log(pred) * (1 - pred) ** 2 * pos
        neg_loss = torch.log(1 - pred) * pred ** 2 * (1 - gt) ** 4 * neg
        return -(pos_loss.sum() + neg_loss.sum()) / pos.sum().clamp(min=1)


torch.manual_seed(26)
heads = nn.ModuleDict({"hm": nn.Conv2d(2, 1, 1), "wh": nn.Conv2d(2, 2, 1)})
feat = torch.randn(1, 2, 3, 3)
gt_hm = torch.rand(1, 1, 3, 3)
gt_hm[0, 0, 1, 1] = 1.0
out = {name: head(feat) for name, head in heads.items()}
out["hm"] = _sigmoid(out["hm"])
loss = FocalLoss()(out["hm"], gt_hm) + 0.1 * out["wh"].abs().mean()
loss.backward()
