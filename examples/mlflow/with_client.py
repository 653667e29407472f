# The unmodified client of MLflow: MLFLOW_TRACKING_URI and MLFLOW_TRACKING_TOKEN are all that it needs.
import tempfile
import time
from pathlib import Path

import mlflow


class Double(mlflow.pyfunc.PythonModel):
    def predict(self, context, model_input, params=None):
        return model_input * 2


name = f"client {time.time_ns()}"
mlflow.set_experiment(name)
with mlflow.start_run(run_name="first") as run:
    mlflow.log_params({"alpha": 0.5, "depth": 3})
    for step in range(5):
        mlflow.log_metric("loss", 1 / (step + 1), step=step)
    mlflow.set_tag("team", "a")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "notes.txt").write_text("kept")
        mlflow.log_artifact(str(Path(folder, "notes.txt")))
    logged = mlflow.pyfunc.log_model("model", python_model=Double(), pip_requirements=[])

client = mlflow.MlflowClient()
got = client.get_run(run.info.run_id)
assert (got.data.params, got.data.metrics["loss"]) == ({"alpha": "0.5", "depth": "3"}, 0.2), got.data
assert [point.step for point in client.get_metric_history(run.info.run_id, "loss")] == [0, 1, 2, 3, 4]
assert mlflow.artifacts.load_text(f"{got.info.artifact_uri}/notes.txt") == "kept"
found = mlflow.search_runs(experiment_names=[name], filter_string="metrics.loss < 0.5 AND params.depth = '3'")
assert list(found.run_id) == [run.info.run_id]

version = mlflow.register_model(logged.model_uri, name.replace(" ", "-"))
client.set_registered_model_alias(version.name, "champion", version.version)
model = mlflow.pyfunc.load_model(f"models:/{version.name}@champion")
print(got.info.status, version.version, model.predict(21))
