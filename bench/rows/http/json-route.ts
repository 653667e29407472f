import { interleave } from '../../support/load.ts'
import { startProcess } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const path = 'authenticated JSON route'
const measure = 'CPU a request, GET /api/auth/me by key'

/** CPU of a request with key, schema, rate limit and request id, beside a hello of bare fastify and of Express. */
export async function jsonRoute(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const start = async (file: string) => {
    const server = await startProcess({ file, path: '/' })
    stack.defer(() => server.stop())
    return server
  }
  const svc = await startSvc()
  stack.defer(() => svc.stop())
  const fastify = await start('bench/peers/http/bare-fastify.ts')
  const express = await start('bench/peers/http/bare-express.ts')
  const results = await interleave(
    {
      svc: {
        url: `${svc.url}/api/auth/me`,
        pid: svc.pid,
        method: 'GET',
        headers: { authorization: `Bearer ${svc.key}` },
      },
      fastify: { url: `${fastify.url}/`, pid: fastify.pid, method: 'GET' },
      express: { url: `${express.url}/`, pid: express.pid, method: 'GET' },
    },
    { count: 5000, rounds: 5, connections: 4, warmUp: 5000 },
  )
  const ours = results.svc.cpuMsPerOperation
  return [
    atMost(
      {
        path,
        measure,
        ours,
        unit: 'ms',
        beside: { name: 'bare fastify hello', value: results.fastify.cpuMsPerOperation },
      },
      1.5,
    ),
    atMost(
      {
        path,
        measure,
        ours,
        unit: 'ms',
        beside: { name: 'bare Express hello', value: results.express.cpuMsPerOperation },
      },
      0.45,
    ),
  ]
}
