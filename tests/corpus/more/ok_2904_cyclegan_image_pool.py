import itertools
import random
import torch
import torch.nn as nn


class ImagePool:
    def __init__(self, pool_size):
        self.pool_size = pool_size
        self.num_imgs = 0
        self.images = []

    def query(self, images):
        return_images = []
        for image in images:
            image = torch.unsqueeze(image.data, 0)
            if self.num_imgs < self.pool_size:
                self.num_imgs += 1
                self.images.append(image)
                return_images.append(image)
            elif random.uniform(0, 1) > 0.5:
                random_id = random.randint(0, self.pool_size - 1)
                tmp = self.images[random_id].clone()
                self.images[random_id] = image
                return_images.append(tmp)
            else:
                return_images.append(image)
        return torch.cat(return_images, 0)


def conv_net(last):
    net = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.InstanceNorm2d(2), nn.ReLU(True), nn.Conv2d(2, 1, 3, padding=1))
    return nn.Sequential(*net, last) if last is not None else net


def set_requires_grad(nets, flag):
    for net in nets:
        for p in net.parameters():
            p.requires_grad = flag


random.seed(1)
torch.manual_seed(1)
G_A, G_B, D_B = conv_net(nn.Tanh()), conv_net(nn.Tanh()), conv_net(None)
gan, l1 = nn.MSELoss(), nn.L1Loss()
opt_G = torch.optim.Adam(itertools.chain(G_A.parameters(), G_B.parameters()), lr=1e-3)
opt_D = torch.optim.Adam(D_B.parameters(), lr=1e-3)
pool = ImagePool(3)

for epoch in range(4):
    real_A, real_B = torch.randn(2, 1, 5, 5), torch.randn(2, 1, 5, 5)
    fake_B = G_A(real_A)
    rec_A = G_B(fake_B)
    set_requires_grad([D_B], False)
    opt_G.zero_grad()
    pred = D_B(fake_B)
    loss_G = gan(pred, torch.tensor(1.0).expand_as(pred)) + 10.0 * l1(rec_A, real_A)
    loss_G.backward()
    opt_G.step()

    set_requires_grad([D_B], True)
    opt_D.zero_grad()
    old_fake = pool.query(fake_B)
    pred_real, pred_fake = D_B(real_B), D_B(old_fake.detach())
    loss_D = 0.5 * (gan(pred_real, torch.ones_like(pred_real)) + gan(pred_fake, torch.zeros_like(pred_fake)))
    loss_D.backward()
    opt_D.step()
