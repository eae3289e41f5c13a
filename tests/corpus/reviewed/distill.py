import copy, torch
teacher = torch.nn.Linear(3, 2)
student = copy.deepcopy(teacher)
opt = torch.optim.SGD(student.parameters(), lr=0.1)
x = torch.randn(4, 3)
for _ in range(2):
    opt.zero_grad()
    t = teacher(x).detach()
    (student(x) - t).pow(2).sum().backward()
    opt.step()
