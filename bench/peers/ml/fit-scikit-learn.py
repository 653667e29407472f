"""scikit-learn, one thread: makes the data of the bench, fits on it, and prints CPU seconds and scores."""
import json
import os
import sys
import time
import numpy as np
from sklearn.datasets import make_classification, make_regression
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor, RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import r2_score, roc_auc_score

folder = os.environ["FOLDER"]
ROWS, TRAIN = 100_000, 80_000


def made(name, make):
    """The same data for both sides: float32 columns one after the other, then the target."""
    path = os.path.join(folder, name)
    if not os.path.exists(path + ".x"):
        x, y = make()
        x.astype(np.float32).T.copy().tofile(path + ".x")
        y.astype(np.float64).tofile(path + ".y")
    x = np.fromfile(path + ".x", np.float32).reshape(20, ROWS).T
    return np.ascontiguousarray(x), np.fromfile(path + ".y")


def numbers():
    x, y = make_regression(ROWS, 20, n_informative=10, noise=20, random_state=0)
    return x, y + 40 * np.sin(x[:, 0] * 2) * x[:, 1]


classes = made("classes", lambda: make_classification(ROWS, 20, n_informative=10, random_state=0, flip_y=0.05))
numeric = made("numbers", numbers)
trees = int(os.environ["TREES"])
models = {
    "boosting_classes": (HistGradientBoostingClassifier(early_stopping=False), classes),
    "boosting_numbers": (HistGradientBoostingRegressor(early_stopping=False), numeric),
    "forest": (RandomForestClassifier(trees, n_jobs=1, random_state=0), classes),
    "logistic": (LogisticRegression(), classes),
    "linear": (LinearRegression(), numeric),
}
answer = {}
for name, (model, (x, y)) in models.items():
    began = time.process_time()
    model.fit(x[:TRAIN], y[:TRAIN])
    cpu = time.process_time() - began
    truth = y[TRAIN:]
    score = roc_auc_score(truth, model.predict_proba(x[TRAIN:])[:, 1]) if y is classes[1] else r2_score(truth, model.predict(x[TRAIN:]))
    answer[name] = {"cpu_s": cpu, "score": score}
json.dump(answer, sys.stdout)
