import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1120)
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
weak, strong = torch.randn(5, 3), torch.randn(5, 3)


def predict(model, x, train):
    model.train(train)
    return F.log_softmax(model(x), dim=1)


def consistency(model, a, b):
    teacher = predict(model, a, train=False)
    student = predict(model, b, train=True)
    return F.kl_div(student, teacher, log_target=True, reduction="batchmean")


loss = consistency(net, weak, strong)
loss.backward()
