import torch
import torch.nn as nn
import torch.nn.functional as F
from dataclasses import dataclass, field
from torch.optim.lr_scheduler import StepLR


@dataclass
class Params:
    alpha: float = 0.7
    temperature: float = 4.0
    epochs: int = 3
    history: list = field(default_factory=list)


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.features = nn.ModuleDict({"0": nn.Linear(5, width), "1": nn.Linear(width, 3)})
        self.act = nn.Hardswish(inplace=True)

    def forward(self, x):
        return self.features["1"](self.act(self.features["0"](x)))


def loss_fn_kd(outputs, labels, teacher_outputs, params):
    alpha, T = params.alpha, params.temperature
    kd = F.kl_div(F.log_softmax(outputs / T, dim=1), F.softmax(teacher_outputs / T, dim=1), reduction="batchmean")
    return kd * (alpha * T * T) + F.cross_entropy(outputs, labels) * (1.0 - alpha)


def fetch_teacher_outputs(teacher, batches):
    teacher.eval()
    with torch.inference_mode(False), torch.no_grad():
        return [teacher(x).cpu().numpy() for x, _ in batches]


torch.manual_seed(230)
params = Params()
teacher, student = Net(8), Net(3)
batches = [(torch.randn(6, 5), torch.randint(0, 3, (6,))) for _ in range(2)]
teacher_outputs = fetch_teacher_outputs(teacher, batches)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9, nesterov=True)
scheduler = StepLR(optimizer, step_size=1, gamma=0.5)
for epoch in range(params.epochs):
    student.train()
    for (x, y), t_out in zip(batches, teacher_outputs):
        out = student(x)
        loss = loss_fn_kd(out, y, torch.from_numpy(t_out), params)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        summary = {"loss": loss.item(), "acc": (out.data.cpu().numpy().argmax(1) == y.numpy()).mean()}
        params.history.append(summary)
    scheduler.step()
print(params.history[-1])
