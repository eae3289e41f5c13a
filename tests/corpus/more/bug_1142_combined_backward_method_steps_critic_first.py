import torch
import torch.nn as nn

torch.manual_seed(1142)


class EdgeModel:
    def __init__(self):
        self.gen, self.dis = nn.Linear(3, 3), nn.Linear(3, 1)
        self.dis_opt = torch.optim.SGD(self.dis.parameters(), lr=0.1)

    def process(self, images):
        out = torch.tanh(self.gen(images))
        dis_loss = self.dis(images).mean() - self.dis(out.detach()).mean()
        gen_loss = torch.sigmoid(self.dis(out)).mean()
        return gen_loss, dis_loss

    def backward(self, gen_loss=None, dis_loss=None):
        dis_loss.backward()
        self.dis_opt.step()
        gen_loss.backward()


model = EdgeModel()
model.backward(*model.process(torch.randn(4, 3)))
