import torch
import torch.nn as nn


class InpaintTrainer:
    def __init__(self):
        self.gen = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 4))
        self.dis = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 1))
        self.gen_opt = torch.optim.SGD(self.gen.parameters(), lr=0.1)
        self.dis_opt = torch.optim.SGD(self.dis.parameters(), lr=0.1)

    def process(self, image, hole):
        self.gen_opt.zero_grad()
        self.dis_opt.zero_grad()
        out = self.gen(image * (1 - hole))
        dis_loss = self.dis(out.detach()).pow(2).mean() + (1 - self.dis(image)).pow(2).mean()
        gen_loss = (1 - self.dis(out)).pow(2).mean() + (out - image).abs().mean()
        return {"gen": gen_loss, "dis": dis_loss}

    def backward(self, losses):
        losses["dis"].backward()
        losses["gen"].backward(inputs=list(self.gen.parameters()))
        self.dis_opt.step()
        self.gen_opt.step()


torch.manual_seed(1117)
trainer = InpaintTrainer()
image = torch.rand(3, 4)
hole = torch.tensor([0.0, 1.0, 1.0, 0.0]).expand(3, 4)
trainer.backward(trainer.process(image, hole))
