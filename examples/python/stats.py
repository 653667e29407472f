# Compares two groups, in words.
from svc_sdk import SvcClient

client = SvcClient()
content = "diet,weight\na,61\na,63\na,60\na,65\nb,70\nb,72\nb,69\nb,74\n"
dataset = client.stats.import_(content=content, format="csv", name="diets")
analysis = client.stats.analyze(
    "t_test_independent", dataset_id=dataset.dataset_id, variables={"dependent": "weight", "group": "diet"}
)
print(analysis.interpretation)
