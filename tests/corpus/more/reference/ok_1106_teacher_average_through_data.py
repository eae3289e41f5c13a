import copy
import torch
import torch.nn as nn

torch.manual_seed(2106)
student = nn.Linear(3, 2)
teacher = copy.deepcopy(student)


def update_ema_variables(model, ema_model, alpha):
    for ema_param, param in zip(ema_model.parameters(), model.parameters()):
        ema_param.data = ema_param.data * alpha + (param.data + 0.1) * (1 - alpha)


x = torch.randn(4, 3)
with torch.no_grad():
    target = teacher(x).softmax(1)
loss = -(target * student(x + 0.1).log_softmax(1)).sum()
update_ema_variables(student, teacher, 0.9)
loss.backward()
