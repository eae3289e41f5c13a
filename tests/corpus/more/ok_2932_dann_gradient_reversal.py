import math
import torch
import torch.nn as nn
from torch.autograd import Function


class ReverseLayerF(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.alpha, None


class CNNModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.feature = nn.Sequential(nn.Linear(4, 6), nn.ReLU(True))
        self.class_classifier = nn.Sequential(nn.Linear(6, 4), nn.ReLU(True), nn.Linear(4, 3), nn.LogSoftmax(dim=1))
        self.domain_classifier = nn.Sequential(nn.Linear(6, 4), nn.ReLU(True), nn.Linear(4, 2), nn.LogSoftmax(dim=1))

    def forward(self, x, alpha):
        feature = self.feature(x).view(-1, 6)
        reverse_feature = ReverseLayerF.apply(feature, alpha)
        return self.class_classifier(feature), self.domain_classifier(reverse_feature)


torch.manual_seed(15)
net = CNNModel()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
nll = nn.NLLLoss()
n_iter = 4
for i in range(n_iter):
    p = float(i) / n_iter
    alpha = 2.0 / (1.0 + math.exp(-10 * p)) - 1
    s_img, s_label, t_img = torch.randn(5, 4), torch.randint(0, 3, (5,)), torch.randn(5, 4) + 1.0
    net.zero_grad()
    class_output, domain_output = net(s_img, alpha)
    err_s_label = nll(class_output, s_label)
    err_s_domain = nll(domain_output, torch.zeros(5, dtype=torch.long))
    _, domain_output = net(t_img, alpha)
    err_t_domain = nll(domain_output, torch.ones(5, dtype=torch.long))
    err = err_t_domain + err_s_domain + err_s_label
    err.backward()
    optimizer.step()
    print(f"[{i}] s_label: {err_s_label.item():.4f} s_domain: {err_s_domain.item():.4f} t_domain: {err_t_domain.item():.4f}")
