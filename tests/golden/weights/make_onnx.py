"""Writes linear.onnx with PyTorch 1.13: what another program writes, with numbers that the test can say."""
import torch


class Small(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(4, 3)
        self.linear = torch.nn.Linear(3, 2)
        self.register_buffer("halves", torch.tensor([0.5, -2.0, 65504.0], dtype=torch.float16))
        self.register_buffer("counts", torch.tensor([7, -9], dtype=torch.int64))
        self.table.weight.data = torch.arange(12, dtype=torch.float32).reshape(4, 3) / 8
        self.linear.weight.data = torch.arange(6, dtype=torch.float32).reshape(2, 3) - 2.5
        self.linear.bias.data = torch.tensor([0.1, -1e-30])

    def forward(self, ids):
        return self.linear(self.table(ids) * self.halves.float()) + self.counts


torch.onnx.export(Small().eval(), torch.tensor([1, 2]), "linear.onnx", opset_version=13, do_constant_folding=False,
                  input_names=["ids"], output_names=["out"])
