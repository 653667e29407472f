import { interleave } from '../../support/load.ts'
import type { LoadTarget } from '../../support/load.ts'
import { startProcess } from '../../support/process.ts'
import { addedAtMost, noGoal, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const path = 'agent-app run, hot'

/** A trivial app by key, its run recorded, beside the same function without a boundary and in a forked process. */
export async function agentAppHot(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const peer = async (file: string): Promise<LoadTarget> => {
    const server = await startProcess({ file, path: '/' })
    stack.defer(() => server.stop())
    return {
      url: `${server.url}/run`,
      pid: server.pid,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hello' }),
    }
  }
  const svc = await startSvc()
  stack.defer(() => svc.stop())
  const ours: LoadTarget = {
    url: `${svc.url}/api/agent-apps/trivial/run`,
    pid: svc.pid,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${svc.key}` },
    body: JSON.stringify({ inputs: { text: 'hello' } }),
  }
  const fastify = await peer('bench/peers/http/bare-fastify.ts')
  const vm = await peer('bench/peers/apps/node-vm.ts')
  const fork = await peer('bench/peers/apps/fork.ts')
  const apart = await interleave({ svc: ours, fastify, vm }, { count: 150, rounds: 5, warmUp: 200, pauseMs: 10 })
  const packed = await interleave({ svc: ours, fastify }, { count: 300, rounds: 5, warmUp: 50 })
  const forked = await interleave({ svc: ours, fork }, { count: 25, rounds: 3, warmUp: 5, pauseMs: 10 })
  const unit = 'ms'
  const spaced = 'p50, one at a time, 10 ms apart'
  return [
    addedAtMost(
      {
        path,
        measure: spaced,
        unit,
        ours: apart.svc.p50Ms,
        beside: { name: 'bare fastify POST', value: apart.fastify.p50Ms },
      },
      2,
    ),
    addedAtMost(
      {
        path,
        measure: 'p50, one at a time, back to back',
        unit,
        ours: packed.svc.p50Ms,
        beside: { name: 'bare fastify POST', value: packed.fastify.p50Ms },
      },
      2,
    ),
    timesFaster(
      {
        path,
        measure: spaced,
        unit,
        ours: forked.svc.p50Ms,
        beside: { name: 'child_process.fork a request', value: forked.fork.p50Ms },
      },
      40,
    ),
    noGoal({
      path,
      measure: spaced,
      unit,
      ours: apart.svc.p50Ms,
      beside: { name: 'node:vm, no boundary', value: apart.vm.p50Ms },
    }),
  ]
}
