# Speaks MLflow's protocol with plain HTTP: logs a run, keeps a file, registers it and finds the best run.
import os
import time

import httpx

http = httpx.Client(
    base_url=os.environ["MLFLOW_TRACKING_URI"],
    headers={"Authorization": f"Bearer {os.environ['MLFLOW_TRACKING_TOKEN']}"},
)


def mlflow(method: str, path: str, **fields: object) -> dict:
    sent = {"params": fields} if method == "GET" else {"json": fields}
    answer = http.request(method, f"/api/2.0/mlflow/{path}", **sent)
    answer.raise_for_status()
    return answer.json()


name = f"plain http {time.time_ns()}"
experiment_id = mlflow("POST", "experiments/create", name=name)["experiment_id"]
for alpha in (0.1, 1.0):
    run_id = mlflow("POST", "runs/create", experiment_id=experiment_id)["run"]["info"]["run_id"]
    now = int(time.time() * 1000)
    points = [{"key": "loss", "value": alpha / (step + 1), "timestamp": now, "step": step} for step in range(5)]
    mlflow("POST", "runs/log-batch", run_id=run_id, metrics=points, params=[{"key": "alpha", "value": str(alpha)}])
    path = f"{experiment_id}/{run_id}/artifacts/model/weights.json"
    http.put(f"/api/2.0/mlflow-artifacts/artifacts/{path}", content=b"{}").raise_for_status()
    mlflow("POST", "runs/update", run_id=run_id, status="FINISHED")

found = mlflow("POST", "runs/search", experiment_ids=[experiment_id], order_by=["metrics.loss ASC"], max_results=1)
best = found["runs"][0]
mlflow("POST", "registered-models/create", name=name)
version = mlflow("POST", "model-versions/create", name=name, source=f"runs:/{best['info']['run_id']}/model")
print(best["data"]["params"][0]["value"], version["model_version"]["version"], version["model_version"]["status"])
