"""The teacher as ONNX: inputs planes and scalars, output value, any number of positions."""

import inspect

import torch

from frame_format import BOARD, PLANES
from whole_file import whole_file

OPSET = 13


def export(teacher, path):
    """Writes the file, checked by onnx if that is installed; returns whether it was checked."""
    teacher = teacher.cpu().eval()
    # Two positions: with one, exporters take the batch size as fixed.
    inputs = (torch.zeros(2, PLANES, BOARD, BOARD), torch.zeros(2, teacher.shape["scalars"]))
    names = {"planes": {0: "positions"}, "scalars": {0: "positions"}, "value": {0: "positions"}}
    # PyTorch 2.9's default exporter would need more packages.
    plain = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    with whole_file(path) as name:
        torch.onnx.export(teacher, inputs, name, input_names=["planes", "scalars"],
                          output_names=["value"], dynamic_axes=names, opset_version=OPSET, **plain)
        try:
            import onnx
        except ImportError:
            return False
        onnx.checker.check_model(onnx.load(name), full_check=True)
        return True
