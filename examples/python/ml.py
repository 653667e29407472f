# Logs a run step by step, as a training loop does, and reads it again.
from svc_sdk import SvcClient

client = SvcClient()
run_id = client.ml.runs.create(name="first try", params={"learning_rate": "0.1"}).run_id
for step, value in enumerate([0.9, 0.5, 0.3]):
    client.ml.runs.log(run_id, metrics=[{"key": "loss", "value": value, "step": step}])
client.ml.runs.update(run_id, status="finished")
run = client.ml.runs.get(run_id)
print(run.status, run.metrics["loss"])
