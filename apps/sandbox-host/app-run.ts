import { messageOf } from '@svc/plugin'
import type { SandboxLimits } from '@svc/plugin/contracts/sandbox'
import { RemoteError } from '@svc/plugin/child'
import type { RpcPeer } from '@svc/plugin/child'
import type { Primitive, WarmIsolate } from './warm-isolate.ts'

export interface RunRequest {
  run_id: string
  app: string
  hash: string
  /** Absent when this host was given the code before. */
  code?: string
  /** JSON texts, made and checked by the server. */
  inputs: string
  config: string
  limits: SandboxLimits
  capabilities: string[]
}

/** How a run ended, as the server hears it. */
export type RunEnd = { cpu_ms: number } & (
  | { status: 'succeeded'; output: string }
  | { status: 'failed'; reason: string; error: { name: string; message: string; stack: string; code: string } }
)

const lookEveryMs = 50
const beatEvery = 5

/** One run in one isolate: relays between the isolate and the server, keeps the timers, watches the CPU. */
export class AppRun {
  readonly #request: RunRequest
  readonly #isolate: WarmIsolate
  readonly #peer: RpcPeer
  readonly #timers = new Map<Primitive, NodeJS.Timeout>()
  readonly #end = Promise.withResolvers<RunEnd>()
  readonly #watch: NodeJS.Timeout
  #looks = 0
  #ended = false
  #stuck: (() => void) | undefined

  constructor(request: RunRequest, isolate: WarmIsolate, peer: RpcPeer) {
    this.#request = request
    this.#isolate = isolate
    this.#peer = peer
    this.#watch = setInterval(() => this.#look(), lookEveryMs)
  }

  run(): Promise<RunEnd> {
    const { run_id, app, limits, capabilities, inputs, config } = this.#request
    const run = JSON.stringify({ run_id, app, limits, capabilities })
    this.#follow(this.#isolate.start({ run, inputs, config }, (kind, values) => this.#hear(kind, values)))
    return this.#end.promise
  }

  abort(message: string): void {
    if (!this.#ended) this.#follow(this.#isolate.receive('abort', message))
  }

  /** After the end: waits until no code runs any more. False when it does not come to rest within its CPU limit. */
  async rest(): Promise<boolean> {
    const rested = await new Promise<boolean>(resolve => {
      this.#stuck = () => resolve(false)
      if (this.#isolate.quiet) resolve(true)
      else this.#onQuiet = () => resolve(true)
    })
    clearInterval(this.#watch)
    return rested
  }

  #onQuiet: (() => void) | undefined

  #follow(entry: Promise<void>): void {
    void entry
      .catch((error: unknown) => {
        if (this.#isolate.disposed)
          this.#fail(
            'memory',
            'MemoryLimitError',
            `The app used more than its ${this.#request.limits.memory_mb} MiB of memory.`,
          )
        else if (!this.#ended)
          this.#peer.notify('log', { level: 'error', message: `Uncaught: ${messageOf(error).slice(0, 1000)}` })
      })
      .finally(() => {
        if (this.#isolate.quiet) this.#onQuiet?.()
      })
  }

  #hear(kind: string, [a, b, c, d, e]: Primitive[]): void {
    if (this.#ended) return
    if (kind === 'call') void this.#call(a, String(b), String(c))
    else if (kind === 'log') this.#peer.notify('log', { level: String(a), message: String(b) })
    else if (kind === 'progress')
      this.#peer.notify('progress', { fraction: Number(a), note: c === true ? String(b) : null })
    else if (kind === 'timer')
      this.#timers.set(
        a,
        setTimeout(() => this.#fire(a), Number(b)),
      )
    else if (kind === 'clear') this.#clear(a)
    else if (kind === 'done') this.#finish({ status: 'succeeded', output: String(a), cpu_ms: this.#isolate.cpuMs })
    else if (kind === 'failed') this.#fail(String(a), String(b), String(c), String(d), String(e))
  }

  async #call(id: Primitive, name: string, argument: string): Promise<void> {
    const answer = await this.#peer.request('call', { name, argument }).then(
      text => ({ ok: true, text: String(text), code: '' }),
      (error: unknown) => ({
        ok: false,
        text: messageOf(error),
        code: error instanceof RemoteError ? error.code : 'internal_error',
      }),
    )
    if (!this.#ended) this.#follow(this.#isolate.receive('settle', id, answer.ok, answer.text, answer.code))
  }

  #fire(id: Primitive): void {
    this.#timers.delete(id)
    this.#follow(this.#isolate.receive('timer', id))
  }

  #clear(id: Primitive): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  #look(): void {
    // Sent while the run lasts: a host that falls silent and burns CPU is killed by the server.
    if (++this.#looks % beatEvery === 0) this.#peer.notify('beat', null)
    if (this.#isolate.cpuSinceEntryMs <= this.#request.limits.cpu_ms) return
    clearInterval(this.#watch)
    void this.#failOfCpu()
  }

  async #failOfCpu(): Promise<void> {
    const message = `The app used more than ${this.#request.limits.cpu_ms} ms of CPU without awaiting anything.`
    // The stack is a help, and the limit holds without it.
    const stack = this.#isolate.disposed ? '' : await this.#isolate.stackNow().catch(() => '')
    this.#fail('cpu', 'CpuLimitError', message, stack)
    this.#stuck?.()
  }

  #fail(reason: string, name: string, message: string, stack = '', code = ''): void {
    this.#finish({ status: 'failed', reason, error: { name, message, stack, code }, cpu_ms: this.#isolate.cpuMs })
  }

  #finish(end: RunEnd): void {
    if (this.#ended) return
    this.#ended = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#end.resolve(end)
  }
}
