# Trains two models on a table, registers the better one, and asks it what a flat costs.
from svc_sdk import SvcClient

client = SvcClient()
sizes = [(40 + n * 7 % 50, 1 + n % 4) for n in range(100)]
flats = [{"area": area, "rooms": rooms, "price": 3000 * area + 20_000 * rooms} for area, rooms in sizes]
dataset = client.data.import_(content=flats, name="flats")

trainers = ["linear_regression", "random_forest"]
order = {"dataset_id": dataset.dataset_id, "task": "regression", "target": "price"}
runs = [client.ml.train(**order, trainer=trainer) for trainer in trainers]
best = max(runs, key=lambda run: run.metrics["cv_r2_mean"])

name = client.ml.models.create(name=f"price of {dataset.table}").name
version = client.ml.models.register(name, best.run_id).version
client.ml.models.alias(name, "champion", version)
answer = client.ml.models.predict(name, rows=[{"area": 80, "rooms": 2}])
print(f"{best.params['trainer']}, version {version}: {answer.predictions[0]:.0f}")
