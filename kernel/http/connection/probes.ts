import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SvcError, messageOf } from '@svc/plugin'
import type { HttpServer, Ids, Logger } from '@svc/plugin'
import { requestIdOf } from '../exchange.ts'
import { assertOneHost } from '../admission/own-origin.ts'
import type { Traffic } from '../admission/traffic.ts'
import type { ReadyCheck } from '../../room.ts'

interface CheckResult {
  name: string
  ok: boolean
  detail: string
}

export interface Readiness {
  status: 'ready' | 'not_ready'
  checks: CheckResult[]
}

const checkTimeoutMs = 5000
const freshMs = 1000

/** The checks behind `/readyz`; asked for at most once a second and one after another, however often the probe comes. */
export class ReadyChecks {
  readonly #checks: ReadyCheck[] = []
  readonly #log: Logger
  #last: { at: number; isOver: boolean; answer: Promise<Readiness> } | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  add(check: ReadyCheck): void {
    this.#checks.push(check)
  }

  run(): Promise<Readiness> {
    const last = this.#last
    if (last && !(last.isOver && performance.now() - last.at > freshMs)) return last.answer
    const answer = this.#runAll().finally(() => (begun.isOver = true))
    const begun = { at: performance.now(), isOver: false, answer }
    this.#last = begun
    return answer
  }

  async #runAll(): Promise<Readiness> {
    const checks = await Promise.all(this.#checks.map(check => this.#runOne(check)))
    const isReady = checks.every(({ ok }, index) => ok || this.#checks[index]?.isVital === false)
    return { status: isReady ? 'ready' : 'not_ready', checks }
  }

  async #runOne({ name, check, isVital = true }: ReadyCheck): Promise<CheckResult> {
    const given = new AbortController()
    try {
      await Promise.race([Promise.resolve().then(check), tooLate(given.signal)])
      return { name, ok: true, detail: 'ok' }
    } catch (error) {
      if (isVital) this.#log.warn({ check: name, err: error }, `not ready: ${messageOf(error)}`)
      // Anyone may read this answer; only sentences that were written for callers go into it.
      return { name, ok: false, detail: error instanceof SvcError ? error.message : 'failed; the log says why' }
    } finally {
      given.abort()
    }
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await wait(checkTimeoutMs, undefined, { signal })
  throw new Error(`no answer within ${checkTimeoutMs} ms`)
}

/** What a plugin's probe does. */
export type Probe = Parameters<HttpServer['addProbe']>[1]

export interface ProbeOptions {
  basePath: string
  ids: Ids
  ready: ReadyChecks
  traffic: Traffic
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>
  /** Those of the plugins, by path. */
  probes: Map<string, Probe>
}

/** `/healthz`, `/readyz` and the probes of plugins: at the root, where probes are looked for, and under the base path. */
export function addProbes(app: FastifyInstance, options: ProbeOptions): void {
  const { basePath, headers: probeHeaders, ids, ready, traffic, probes } = options
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(probeHeaders).header('x-request-id', requestIdOf(request.raw, ids))
    assertOneHost(request.raw)
    done()
  }
  for (const prefix of new Set(['', basePath])) {
    app.get(`${prefix}/healthz`, { onRequest }, (_request, reply) => void reply.send({ status: 'ok' }))
    app.get(`${prefix}/readyz`, { onRequest }, async (_request, reply) => {
      const readiness = traffic.stopping ? stoppingReadiness : await ready.run()
      return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness)
    })
    for (const [path, answer] of probes) {
      app.get(prefix + path, { onRequest }, async ({ headers }, reply) => {
        const { contentType, text } = await answer({ authorization: headers.authorization })
        return reply.header('content-type', contentType).send(text)
      })
    }
  }
}

const stoppingReadiness: Readiness = {
  status: 'not_ready',
  checks: [{ name: 'server', ok: false, detail: 'The server is stopping.' }],
}
