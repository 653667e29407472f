# Imports a table, asks it in SQL, and exports it.
from svc_sdk import SvcClient

client = SvcClient()
content = "city,people\nBerlin,3850809\nHamburg,1910160\n"
dataset = client.data.import_(content=content, format="csv", name="cities")
answer = client.data.query("SELECT city FROM cities WHERE people > $1", params=[2_000_000])
print(answer.to_rows())
print(client.data.export(dataset_id=dataset.dataset_id, format="csv").decode())
