import torch

torch.manual_seed(844)
prediction = torch.rand(2, 3, 7, requires_grad=True)


def best_scores(prediction):
    output = []
    for image_i, pred in enumerate(prediction * 1.0):
        class_conf, class_pred = pred[:, 5:].max(1)
        conf = pred[:, 4:5] * class_conf[:, None]
        pred = torch.cat([pred[:, :4], conf, pred[:, 5:]], dim=1)
        output.append(pred[pred[:, 4].argmax()])
    return torch.stack(output)


loss = best_scores(prediction)[:, 4].sum()
loss.backward()
