"""Ends a thousand calls of the asynchronous client and a hundred streams of the other, and prints what they left."""

import asyncio
import gc
import json
import os
import threading

from svc_sdk import AsyncSvcClient, SvcClient


def sockets():
    links = (os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{each}"))
    return sum(link.startswith("socket:") for link in links)


async def ended(client, delay):
    call = asyncio.ensure_future(client.memory.list())
    for _ in range(delay):
        await asyncio.sleep(0)
    call.cancel()
    try:
        await call
    except asyncio.CancelledError:
        return 1
    return 0


async def thousand():
    tasks = len(asyncio.all_tasks())
    async with AsyncSvcClient(max_retries=0) as client:
        count = 0
        for _ in range(20):
            count += sum(await asyncio.gather(*(ended(client, delay % 7) for delay in range(50))))
        await client.developer.me()
        return {"ended": count, "tasks": len(asyncio.all_tasks()) - tasks}


def left_streams():
    with SvcClient() as client:
        for _ in range(100):
            with client.events.subscribe() as stream:
                stream.close()


# An event loop has sockets of its own for as long as it lives.
before = (sockets(), threading.active_count())
asynchronous = asyncio.run(thousand())
left_streams()
# Connections that httpx gave up in the middle of a handshake are left to the collector.
gc.collect()
print(json.dumps({**asynchronous, "sockets": sockets() - before[0], "threads": threading.active_count() - before[1]}))
