import { setImmediate } from 'node:timers/promises'
import { Attached, RemoteError } from '@svc/plugin/child'
import type { RpcPeer } from '@svc/plugin/child'
import { AppRun } from './app-run.ts'
import type { RunEnd, RunRequest } from './app-run.ts'
import { WarmIsolate } from './warm-isolate.ts'

const maxCodes = 16
const maxWarm = 4
/** Characters of an output that goes to the server beside the frame, as bytes. */
const longOutput = 256 * 1024

/** The programs this host knows and the isolates it holds ready. One run at a time: a kill must never hit a neighbour. */
export class SandboxHost {
  readonly #peer: () => RpcPeer
  readonly #codes = new Map<string, string>()
  /** Keys of programs that were dropped; the server hears of them with the next `ready`. */
  #forgotten: string[] = []
  /** By program and memory; the isolate used last is last. */
  readonly #warm = new Map<string, WarmIsolate>()
  #current: AppRun | undefined

  constructor(peer: () => RpcPeer) {
    this.#peer = peer
  }

  async run(request: RunRequest): Promise<RunEnd | Attached> {
    if (this.#current) throw new RemoteError('busy', 'This host has a run already.')
    if (request.code !== undefined) this.#keepCode(request.hash, request.code)
    const isolate = await this.#take(request.hash, request.limits.memory_mb).catch((error: unknown) => {
      if (error instanceof SyntaxError) return error
      throw error
    })
    if (isolate instanceof SyntaxError) return this.#refuse(isolate)
    const run = new AppRun(request, isolate, this.#peer())
    this.#current = run
    const end = await run.run()
    this.#afterRun(run, isolate, request).catch((error: unknown) => {
      console.error(error)
      this.#peer().notify('spent', null)
    })
    if (end.status !== 'succeeded' || end.output.length <= longOutput) return end
    return new Attached({ ...end, output: '' }, Buffer.from(end.output))
  }

  abort(message: string): void {
    this.#current?.abort(message)
  }

  /** What the compiler let pass and V8 does not, such as a broken regular expression. */
  #refuse({ message }: SyntaxError): RunEnd {
    this.#notifyReady()
    // isolated-vm writes the place behind the sentence; as a frame it finds its way to the author's line.
    const place = / \[(svc:app:\d+:\d+)\]$/.exec(message)
    const error = {
      name: 'SyntaxError',
      message: message.slice(0, place?.index),
      stack: place ? `    at ${place[1]}` : '',
      code: '',
    }
    return { status: 'failed', reason: 'threw', error, cpu_ms: 0 }
  }

  async #afterRun(run: AppRun, isolate: WarmIsolate, request: RunRequest): Promise<void> {
    const rested = await run.rest()
    this.#current = undefined
    // The answer is on its way first: what comes now keeps this process busy for a while.
    await setImmediate()
    if (!rested || isolate.disposed) {
      this.#peer().notify('spent', null)
      return
    }
    isolate.dispose()
    this.#warmUp(request.hash, request.limits.memory_mb)
    this.#notifyReady()
  }

  #notifyReady(): void {
    this.#peer().notify('ready', this.#forgotten)
    this.#forgotten = []
  }

  async #take(hash: string, memoryMb: number): Promise<WarmIsolate> {
    const key = warmKey(hash, memoryMb)
    const warm = this.#warm.get(key)
    this.#warm.delete(key)
    return warm ?? this.#create(hash, memoryMb)
  }

  #warmUp(hash: string, memoryMb: number): void {
    const key = warmKey(hash, memoryMb)
    if (this.#warm.has(key)) return
    this.#warm.set(key, this.#create(hash, memoryMb))
    for (const [oldest, isolate] of this.#warm) {
      if (this.#warm.size <= maxWarm) return
      this.#warm.delete(oldest)
      isolate.dispose()
    }
  }

  #create(hash: string, memoryMb: number): WarmIsolate {
    const code = this.#codes.get(hash)
    if (code === undefined)
      throw new RemoteError('unknown_program', 'This host was not given the code of that program.')
    return WarmIsolate.create(code, memoryMb)
  }

  #keepCode(hash: string, code: string): void {
    this.#codes.delete(hash)
    this.#codes.set(hash, code)
    for (const oldest of this.#codes.keys()) {
      if (this.#codes.size <= maxCodes) return
      this.#codes.delete(oldest)
      this.#forgotten.push(oldest)
    }
  }
}

function warmKey(hash: string, memoryMb: number): string {
  return `${memoryMb} ${hash}`
}
