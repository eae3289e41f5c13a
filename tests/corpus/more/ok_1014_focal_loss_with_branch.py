import torch


def focal(pred, gt):
    pos, neg = gt.eq(1).float(), gt.lt(1).float()
    pos_loss = (pred.log() * (1 - pred) ** 2 * pos).sum()
    neg_loss = ((1 - pred).log() * pred ** 2 * (1 - gt) ** 4 * neg).sum()
    count = pos.sum()
    if count == 0:
        return -neg_loss
    return -(pos_loss + neg_loss) / count


torch.manual_seed(2014)
scores = torch.randn(5, requires_grad=True)
gt = torch.tensor([1.0, 0.3, 0.0, 1.0, 0.6])
loss = focal(torch.sigmoid(scores), gt)
loss.backward()
