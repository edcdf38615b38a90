"""Trains a classifier of handwritten digits, step by step, with a progress line and metrics that can be watched."""

import argparse
import json
import os
import sys
import time

import joblib
import matplotlib
import numpy as np
from sklearn.datasets import load_digits
from sklearn.metrics import ConfusionMatrixDisplay, accuracy_score, log_loss
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the drawing back end is chosen first)


class Metrics:
    """Writes `{step, name, value}` lines to the file that $PH_METRICS names; without it, nowhere."""

    def __init__(self):
        path = os.environ.get("PH_METRICS")
        self.stream = open(path, "a", encoding="utf-8") if path else None

    def write(self, step, **values):
        if self.stream:
            for name, value in values.items():
                self.stream.write(json.dumps({"step": step, "name": name, "value": float(value)}) + "\n")
            self.stream.flush()


def load(seed):
    digits = load_digits()
    x_train, x_test, y_train, y_test = train_test_split(
        digits.data, digits.target, test_size=0.25, random_state=seed, stratify=digits.target)
    scaler = StandardScaler().fit(x_train)
    print(f"{len(x_train)} images to learn from, {len(x_test)} to test with, {digits.data.shape[1]} pixels each", flush=True)
    return scaler, scaler.transform(x_train), scaler.transform(x_test), y_train, y_test


def progress(epoch, epochs, loss, accuracy, begin):
    width = 24
    done = width * epoch // epochs
    line = f"epoch {epoch:3d}/{epochs} [{'#' * done}{'.' * (width - done)}] loss {loss:.4f} accuracy {accuracy:.4f} {time.monotonic() - begin:5.1f} s"
    # The line overwrites itself on its way and stays once in ten.
    print(line, end="\n" if epoch % 10 == 0 or epoch == epochs else "\r", flush=True)


def train(options, data):
    _, x_train, x_test, y_train, y_test = data
    random = np.random.default_rng(options.seed)
    model = MLPClassifier(hidden_layer_sizes=(64,), learning_rate_init=options.rate, alpha=1e-3, random_state=options.seed)
    metrics, begin, step = Metrics(), time.monotonic(), 0
    classes = np.unique(y_train)
    for epoch in range(1, options.epochs + 1):
        order = random.permutation(len(x_train))
        for part in np.array_split(order, max(1, len(order) // options.batch)):
            model.partial_fit(x_train[part], y_train[part], classes=classes)
            step += 1
            metrics.write(step, batch_loss=model.loss_)
        loss = log_loss(y_train, model.predict_proba(x_train))
        accuracy = accuracy_score(y_test, model.predict(x_test))
        metrics.write(step, loss=loss, accuracy=accuracy, epoch=epoch)
        progress(epoch, options.epochs, loss, accuracy, begin)
    return model


def evaluate(model, data):
    scaler, _, x_test, _, y_test = data
    predicted = model.predict(x_test)
    accuracy = accuracy_score(y_test, predicted)
    joblib.dump({"scaler": scaler, "model": model}, "model.joblib")
    figure, axes = plt.subplots(figsize=(6, 6), dpi=120)
    ConfusionMatrixDisplay.from_predictions(y_test, predicted, ax=axes, colorbar=False, cmap="Blues")
    axes.set_title(f"Digits, accuracy {accuracy:.4f}")
    figure.tight_layout()
    figure.savefig("confusion-matrix.png")
    with open("metrics.json", "w", encoding="utf-8") as stream:
        json.dump({"accuracy": accuracy, "test_images": len(y_test), "wrong": int((predicted != y_test).sum())}, stream)
    print(f"accuracy: {accuracy:.4f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if options.epochs < 1 or options.batch < 1:
        parser.error("--epochs and --batch must be at least 1")
    data = load(options.seed)
    evaluate(train(options, data), data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
