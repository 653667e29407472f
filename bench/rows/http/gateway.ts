import { freePort } from '../../../test/support/servers/local-server.ts'
import { median } from '../../support/load.ts'
import { startProcess } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import { cpuOfThousandWords, firstWordMs } from '../../support/word-streams.ts'
import type { StreamTarget } from '../../support/word-streams.ts'

const path = '/v1 streaming gateway'
const rounds = 3
const answersARound = 60
const load = { streams: 40, words: 250, paceMs: 8 }

type Name = 'svc' | 'proxy' | 'portkey' | 'direct'

/** A streamed chat completion by key, metered and stored, beside proxies that do none of it, all before the same provider. */
export async function gateway(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const start = async (options: Parameters<typeof startProcess>[0]) => {
    const server = await startProcess(options)
    stack.defer(() => server.stop())
    return server
  }
  const upstream = await start({ file: 'bench/peers/http/gateway-upstream.ts', path: '/v1/models' })
  const svc = await startSvc({ env: { SVC_MODEL_BASE_URL: `${upstream.url}/v1`, SVC_MODEL_API_KEY: 'sk-bench' } })
  stack.defer(() => svc.stop())
  const proxy = await start({
    file: 'bench/peers/http/http-proxy.ts',
    path: '/v1/models',
    env: { TARGET: upstream.url },
  })
  const port = await freePort()
  const portkeyMain = 'node_modules/@portkey-ai/gateway/build/start-server.js'
  const portkey = await start({ file: portkeyMain, port, path: '/', args: [`--port=${port}`, '--headless'] })
  const chat = ({ url, pid }: { url: string; pid: number }, headers: Record<string, string>): StreamTarget => ({
    url: `${url}/v1/chat/completions`,
    pid,
    headers,
  })
  const bearer = { authorization: 'Bearer sk-bench' }
  const targets: Record<Name, StreamTarget> = {
    svc: chat(svc, { authorization: `Bearer ${svc.key}` }),
    proxy: chat(proxy, bearer),
    portkey: chat(portkey, {
      ...bearer,
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream.url}/v1`,
    }),
    direct: chat(upstream, bearer),
  }
  const first = await measured(targets, target => firstWordMs(target, answersARound))
  const { direct: _none, ...gateways } = targets
  const cpu = await measured(gateways, target => cpuOfThousandWords(target, load))
  const added = (name: Name) => first[name] - first.direct
  const row = (measure: string, unit: string, name: string, ours: number, value: number) => ({
    path,
    measure,
    ours,
    unit,
    beside: { name, value },
  })
  const firstMeasure = 'added time to the first word, p50, stored and metered'
  const cpuMeasure = `CPU of 1,000 words over ${load.streams} streams, stored and metered`
  return [
    atMost(row(firstMeasure, 'ms', 'http-proxy', added('svc'), added('proxy')), 1.5),
    atMost(row(firstMeasure, 'ms', '@portkey-ai/gateway', added('svc'), added('portkey')), 0.1),
    atMost(row(cpuMeasure, 'ms', 'http-proxy', cpu.svc, cpu.proxy), 1.2),
    atMost(row(cpuMeasure, 'ms', '@portkey-ai/gateway', cpu.svc, cpu.portkey), 0.6),
  ]
}

/** Every target in turn, round after round, after one round that counts for nothing; of each the median. */
async function measured<K extends string>(
  targets: Record<K, StreamTarget>,
  measure: (target: StreamTarget) => Promise<number>,
): Promise<Record<K, number>> {
  const names = Object.keys(targets) as K[]
  const figures = new Map<K, number[]>(names.map(name => [name, []]))
  for (const name of names) await measure(targets[name])
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) figures.get(name)?.push(await measure(targets[name]))
  }
  return Object.fromEntries(names.map(name => [name, median(figures.get(name) ?? [])])) as Record<K, number>
}
