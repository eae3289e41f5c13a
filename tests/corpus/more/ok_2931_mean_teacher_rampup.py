import math
import torch
import torch.nn as nn
import torch.nn.functional as F

NO_LABEL = -1


def create_model(ema=False):
    model = Classifier()
    if ema:
        for param in model.parameters():
            param.detach_()
    return model


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.LeakyReLU(0.1, inplace=True), nn.Dropout(0.2))
        self.head = nn.Linear(6, 3)

    def forward(self, x):
        return self.head(self.net(x))


def softmax_mse_loss(input_logits, target_logits):
    num_classes = input_logits.size(1)
    return F.mse_loss(F.softmax(input_logits, 1), F.softmax(target_logits, 1), reduction="sum") / num_classes


def sigmoid_rampup(current, length):
    phase = 1.0 - min(max(current, 0.0), length) / length
    return math.exp(-5.0 * phase * phase)


def update_ema_variables(model, ema_model, alpha, global_step):
    alpha = min(1 - 1 / (global_step + 1), alpha)
    for ema_param, param in zip(ema_model.parameters(), model.parameters()):
        ema_param.data.mul_(alpha).add_(param.data, alpha=1 - alpha)


torch.manual_seed(12)
student, teacher = create_model(), create_model(ema=True)
optimizer = torch.optim.SGD(student.parameters(), 0.1, momentum=0.9, nesterov=True)
class_criterion = nn.CrossEntropyLoss(reduction="sum", ignore_index=NO_LABEL)
for global_step in range(4):
    x, target = torch.randn(8, 4), torch.randint(0, 3, (8,))
    target[4:] = NO_LABEL
    minibatch = len(target)
    ema_logit = teacher(x + 0.05 * torch.randn_like(x)).detach()
    logit = student(x + 0.05 * torch.randn_like(x))
    class_loss = class_criterion(logit, target) / minibatch
    weight = 10.0 * sigmoid_rampup(global_step, 4)
    consistency = weight * softmax_mse_loss(logit, ema_logit) / minibatch
    loss = class_loss + consistency
    assert not (math.isnan(loss.item()) or loss.item() > 1e5)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    update_ema_variables(student, teacher, 0.99, global_step + 1)
