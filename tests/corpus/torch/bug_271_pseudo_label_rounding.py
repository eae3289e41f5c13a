import torch
import torch.nn.functional as F

torch.manual_seed(345)
w = torch.randn(3, requires_grad=True)
weak, strong = torch.randn(5, 3), torch.randn(5, 3)


def pseudo_labels(prob):
    labels = prob.detach()
    labels.round_()
    return labels


prob = torch.sigmoid(weak @ w)
entropy = -(prob * prob.log()).mean()
labels = pseudo_labels(prob)
loss = F.binary_cross_entropy_with_logits(strong @ w, labels) + 0.1 * entropy
loss.backward()
