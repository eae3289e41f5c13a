import torch
import torch.nn as nn
import torch.nn.functional as F


class EdgeModel:
    def __init__(self):
        self.gen = nn.Conv2d(2, 1, 1)
        self.dis = nn.Sequential(nn.Conv2d(1, 3, 1), nn.LeakyReLU(0.2), nn.Conv2d(3, 1, 1))
        self.gen_optimizer = torch.optim.SGD(self.gen.parameters(), lr=0.1)
        self.dis_optimizer = torch.optim.SGD(self.dis.parameters(), lr=0.1)

    def process(self, images, edges):
        self.gen_optimizer.zero_grad()
        self.dis_optimizer.zero_grad()
        outputs = torch.sigmoid(self.gen(images))
        dis_loss = self.dis(outputs.detach()).mean() - self.dis(edges).mean()
        gen_loss = F.l1_loss(outputs, edges) - self.dis(outputs).mean()
        return gen_loss, dis_loss

    def backward(self, gen_loss, dis_loss):
        gen_loss.backward()
        dis_loss.backward()
        self.dis_optimizer.step()
        self.gen_optimizer.step()


torch.manual_seed(2716)
model = EdgeModel()
batch = torch.randn(2, 2, 3, 3), torch.rand(2, 1, 3, 3)
model.backward(*model.process(*batch))
