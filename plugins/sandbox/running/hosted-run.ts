import { ConflictError, PayloadTooLargeError, UnavailableError, logFields, withOwnLogFields } from '@svc/plugin'
import type { ChildExit, Clock, JsonObject, JsonValue, PoolTake, TakenChild } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import type { AttachedAnswer } from '@svc/plugin/child'
import type { JsonThread } from '@svc/plugin/library/checked-json'
import type { SandboxError, SandboxLimits, SandboxLog, SandboxOutcome, SandboxRun } from '@svc/plugin/contracts/sandbox'
import { HostWatch } from './host-watch.ts'
import { parseJsonText, readJsonText, toJsonText } from './json-text.ts'
import { RunCalls } from './run-calls.ts'
import { mapStack } from './stack-trace.ts'

const graceMs = 500
const noticeBytes = 256
const maxNote = 500
const levels = new Set(['debug', 'info', 'warn', 'error'])
// What V8 says before it ends the process because memory cannot be had.
const wordsOfMemory =
  /last few GCs|out of memory|invalid (size|array length|string length|table size)|heap limit|allocation failed|CALL_AND_RETRY/i

type Reason = (SandboxOutcome & { status: 'failed' })['reason']

/** What the pool remembers of a process. */
export interface HostState {
  /** Keys of the programs it was given. */
  codes: Set<string>
}

export interface HostedRunOptions {
  run: SandboxRun
  /** Of the app's program. */
  codeKey: string
  limits: SandboxLimits
  clock: Clock
  /** Reads a long output. */
  json: JsonThread
}

/** What the process may hold while it runs an app: its own base, and an isolate, which may briefly take three times its limit. */
export function rssLimitMb(memoryMb: number): number {
  return 160 + 3 * memoryMb
}

/** One run on one host. The server counts and limits what the host has counted before, and decides how the run ended. */
export class HostedRun {
  /** How it asks the pool for a host. */
  readonly use: PoolTake<HostState>
  readonly #run: SandboxRun
  readonly #codeKey: string
  readonly #limits: SandboxLimits
  readonly #clock: Clock
  readonly #json: JsonThread
  /** JSON texts for the isolate. */
  readonly #texts: { inputs: string; config: string }
  readonly #calls: RunCalls
  /** Calls come over the pipe of a process that has served others before. */
  readonly #logFields = logFields() ?? {}
  readonly #rest = Promise.withResolvers<JsonValue>()
  #watch: HostWatch | null = null
  #retire: (reason: string) => void = () => undefined
  #logBytes = 0
  #cancelled = false
  #hasEnded = false
  /** Set when the server killed the host over this run. */
  #verdict: Reason | null = null

  constructor({ run, codeKey, limits, clock, json }: HostedRunOptions) {
    this.#run = run
    this.#codeKey = codeKey
    this.#limits = limits
    this.#clock = clock
    this.#json = json
    this.#calls = new RunCalls(run.capabilities, limits)
    this.#texts = { inputs: toJsonText(run.inputs, 'inputs'), config: toJsonText(run.config, 'config') }
    this.use = {
      workspaceId: run.workspace_id,
      ...(run.user_id !== undefined && { person: run.user_id }),
      signal: run.signal,
      nested: run.nested ?? false,
      prefers: ({ codes }) => codes.has(codeKey),
      methods: {
        call: (call: JsonObject | null) => withOwnLogFields(this.#logFields, () => this.#hearCall(call)),
      },
      onNotify: (method, params) => this.#hear(method, params),
    }
  }

  /** Runs it on the host, which goes back to the pool when it is at rest again. */
  async outcome(host: TakenChild<HostState>): Promise<SandboxOutcome> {
    const { timeout_ms: timeoutMs, cpu_ms: cpuMs, memory_mb: memoryMb } = this.#limits
    const { child } = host
    child.limitRss(rssLimitMb(memoryMb))
    this.#retire = reason => host.retire(reason)
    // Sent first: what the server does for the run from here on, it does while the host works.
    const running = child.requestBytes('run', this.#request(host.state))
    const watch = new HostWatch(child, cpuMs, () => host.retire('silent'))
    this.#watch = watch
    const limit = setTimeout(() => this.#end('timeout'), timeoutMs)
    let grace: NodeJS.Timeout | undefined
    let answer: AttachedAnswer
    const onAbort = (): void => {
      this.#cancelled = true
      child.notify('abort', 'The run was cancelled.')
      grace = setTimeout(() => host.retire('cancelled'), graceMs)
    }
    this.#run.signal.addEventListener('abort', onAbort, { once: true })
    try {
      // It may have been cancelled while its process was started.
      if (this.#run.signal.aborted) onAbort()
      answer = await running
      void this.#release(host, watch)
    } catch (cause) {
      const usedMs = watch.cpuMs
      watch.stop()
      if (!(cause instanceof UnavailableError)) host.retire('failed')
      return this.#endOfHost(cause, await child.exited, usedMs)
    } finally {
      this.#hasEnded = true
      clearTimeout(limit)
      clearTimeout(grace)
      this.#run.signal.removeEventListener('abort', onAbort)
      this.#calls.end()
    }
    return this.#judge(answer)
  }

  /** After its answer, the host goes back to the pool as soon as it has said that it is at rest. */
  async #release(host: TakenChild<HostState>, watch: HostWatch): Promise<void> {
    watch.expectRest()
    const forgotten = await this.#rest.promise
    watch.stop()
    if (Array.isArray(forgotten)) for (const key of forgotten) host.state.codes.delete(String(key))
    host.release()
  }

  async #hearCall(call: JsonObject | null): Promise<string> {
    this.#watch?.heard()
    const { name, argument } = call ?? {}
    if (this.#hasEnded || typeof name !== 'string' || typeof argument !== 'string')
      throw new RemoteError('conflict', 'No run is going on.')
    if (this.#cancelled) throw new ConflictError('cancelled', 'The run was cancelled.')
    return this.#calls.call(name, argument)
  }

  #hear(method: string, params: JsonValue): void {
    this.#watch?.heard()
    if (method === 'ready') return this.#rest.resolve(params)
    if (method === 'spent') return this.#retire('spent')
    if (this.#hasEnded) return
    const { level, message, fraction, note } = (params ?? {}) as Record<string, unknown>
    if (method === 'log' && typeof level === 'string' && typeof message === 'string') this.#log(level, message)
    if (method === 'progress' && typeof fraction === 'number')
      this.#progress(fraction, typeof note === 'string' ? note : null)
  }

  #log(level: string, message: string): void {
    this.#logBytes += Buffer.byteLength(message) + 1
    if (this.#logBytes > this.#limits.log_bytes + noticeBytes || !levels.has(level)) return
    this.#run.onLog({ at: this.#clock.timestamp(), level: level as SandboxLog['level'], message })
  }

  #progress(fraction: number, note: string | null): void {
    if (fraction >= 0 && fraction <= 1) this.#run.onProgress(fraction, note === null ? null : note.slice(0, maxNote))
  }

  #request({ codes }: HostState) {
    const { run_id, app, bundle, capabilities } = this.#run
    const isNew = !codes.has(this.#codeKey)
    codes.add(this.#codeKey)
    return {
      run_id,
      app: app ?? '',
      hash: this.#codeKey,
      ...(isNew && { code: bundle.code }),
      ...this.#texts,
      limits: { ...this.#limits },
      capabilities: Object.keys(capabilities),
    }
  }

  /** Ends the process over this run. */
  #end(reason: Reason): void {
    this.#verdict ??= reason
    this.#retire(reason)
  }

  /** What the host answered, believed only where it has the right shape. */
  async #judge({ value, bytes }: AttachedAnswer): Promise<SandboxOutcome> {
    const end = value as {
      status?: unknown
      output?: unknown
      reason?: unknown
      error?: unknown
      cpu_ms?: unknown
    } | null
    const cpuMs = typeof end?.cpu_ms === 'number' ? end.cpu_ms : 0
    if (this.#cancelled) return { status: 'cancelled', cpu_ms: cpuMs, calls: this.#calls.count }
    if (end?.status === 'succeeded' && typeof end.output === 'string')
      return this.#takeOutput(bytes ?? end.output, cpuMs)
    const error = readError(end?.error)
    if (end?.status !== 'failed' || !error) return this.#failed('crashed', cpuMs)
    if (end.reason === 'cpu' || end.reason === 'memory') {
      this.#retire(end.reason)
      if (end.reason === 'cpu') return this.#failed('cpu', cpuMs, this.#cpuError(error.stack))
      return this.#failed(end.reason, cpuMs)
    }
    if (end.reason === 'output_invalid')
      return this.#failed('output_invalid', cpuMs, this.#mapped({ ...error, name: 'OutputError' }))
    // The isolate's way to refuse memory outside its heap.
    if (error.message === 'Array buffer allocation failed') return this.#failed('memory', cpuMs)
    return this.#failed('threw', cpuMs, this.#mapped(error))
  }

  #mapped(error: SandboxError): SandboxError {
    return { ...error, stack: mapStack(error, this.#run.bundle) }
  }

  /** With the line on which the code stood when the limit was found to be passed, if the host could see it. */
  #cpuError(stack: string): SandboxError {
    const plain = this.#sentence('cpu')
    const mapped = mapStack({ ...plain, stack }, this.#run.bundle)
    const place = /\n {4}at (?:.* \()?(?<place>[^\s()]+:\d+):\d+\)?/.exec(mapped)?.groups?.['place']
    if (place === undefined) return plain
    const message = `${plain.message} It was at ${place} then.`
    return { ...plain, message, stack: mapped.replace(plain.message, () => message) }
  }

  async #takeOutput(json: string | Buffer, cpuMs: number): Promise<SandboxOutcome> {
    const most = this.#limits.output_bytes
    const spent = { cpu_ms: cpuMs, calls: this.#calls.count }
    try {
      if (Buffer.byteLength(json) > most)
        throw new PayloadTooLargeError(`The output has more than ${most} bytes as JSON.`)
      if (typeof json === 'string') return { status: 'succeeded', output: parseJsonText(json, 'The output'), ...spent }
      const use = { what: 'The output', workspaceId: this.#run.workspace_id, signal: this.#run.signal }
      const { value, bytes } = await readJsonText(this.#json, json, use)
      return { status: 'succeeded', output: value, output_json: bytes, ...spent }
    } catch (error) {
      if (this.#run.signal.aborted) return { status: 'cancelled', ...spent }
      if (error instanceof UnavailableError) throw error
      return this.#failed('output_invalid', cpuMs, plainError('OutputError', (error as Error).message))
    }
  }

  /** Why the host died, in the app's terms. @throws UnavailableError when the server ended it for reasons of its own */
  #endOfHost(cause: unknown, { killed, lastWords }: ChildExit, cpuMs: number): SandboxOutcome {
    if (killed === 'stop') throw new UnavailableError('The server stopped during the run.', { cause })
    if (this.#cancelled) return { status: 'cancelled', cpu_ms: cpuMs, calls: this.#calls.count }
    if (this.#verdict !== null) return this.#failed(this.#verdict, cpuMs)
    if (killed === 'rss') return this.#failed('memory', cpuMs)
    if (killed === 'silent') return this.#failed('cpu', cpuMs)
    return this.#failed(killed === null && wordsOfMemory.test(lastWords) ? 'memory' : 'crashed', cpuMs)
  }

  #failed(reason: Reason, cpuMs: number, error: SandboxError = this.#sentence(reason)): SandboxOutcome {
    return { status: 'failed', reason, error, cpu_ms: cpuMs, calls: this.#calls.count }
  }

  #sentence(reason: Reason): SandboxError {
    const { timeout_ms: timeout, cpu_ms: cpu, memory_mb: memory } = this.#limits
    if (reason === 'timeout') return plainError('TimeoutError', `The app ran longer than its ${timeout} ms.`)
    if (reason === 'cpu')
      return plainError('CpuLimitError', `The app used more than ${cpu} ms of CPU without awaiting anything.`)
    if (reason === 'memory')
      return plainError('MemoryLimitError', `The app used more than its ${memory} MiB of memory.`)
    return plainError('CrashError', 'The process that ran the app ended. Other runs are not affected.')
  }
}

function plainError(name: string, message: string): SandboxError {
  return { name, message, stack: `${name}: ${message}` }
}

function readError(value: unknown): SandboxError | null {
  const { name, message, stack, code } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof message !== 'string' || typeof stack !== 'string') return null
  const plainName = /^[A-Za-z_$][\w$]{0,99}$/.test(name) ? name : 'Error'
  const plainCode = typeof code === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(code) ? { code } : {}
  return { name: plainName, message: message.slice(0, 4096), stack: stack.slice(0, 16384), ...plainCode }
}
