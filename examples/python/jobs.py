# A worker: makes a job, works on the queue, and stops once it is done.
import signal
import threading

from svc_sdk import SvcClient

client = SvcClient()
made = client.jobs.create("words.count", payload={"text": "one two three"})
stop = threading.Event()
signal.signal(signal.SIGINT, lambda *_: stop.set())


def count(job, context):
    if job.job_id == made.job_id:
        stop.set()
    return {"words": len(job.payload["text"].split())}


client.jobs.work(count, kinds=["words.count"], stop=stop)
job = client.jobs.get(made.job_id)
print(job.state, job.result)
