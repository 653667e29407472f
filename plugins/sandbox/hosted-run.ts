import {
  ConflictError,
  ForbiddenError,
  PayloadTooLargeError,
  RateLimitedError,
  UnavailableError,
  logFields,
  withOwnLogFields,
} from '@svc/plugin'
import type { Clock, JsonValue } from '@svc/plugin'
import type { SandboxError, SandboxLimits, SandboxLog, SandboxOutcome, SandboxRun } from '@svc/plugin/contracts/sandbox'
import { parseJsonText, toJsonText } from './json-text.ts'
import type { PooledHost } from './pooled-host.ts'
import { mapStack } from './stack-trace.ts'

const graceMs = 500
const noticeBytes = 256
const maxNote = 500
const levels = new Set(['debug', 'info', 'warn', 'error'])
// What V8 says before it ends the process because memory cannot be had.
const wordsOfMemory =
  /last few GCs|out of memory|invalid (size|array length|string length|table size)|heap limit|allocation failed|CALL_AND_RETRY/i

type Reason = (SandboxOutcome & { status: 'failed' })['reason']

/** What goes into the isolate, as JSON text. */
export interface RunTexts {
  inputs: string
  config: string
}

/** One run on one host: the server's side of every limit, and the last word. */
export class HostedRun {
  readonly #run: SandboxRun
  readonly #texts: RunTexts
  readonly #limits: SandboxLimits
  readonly #host: PooledHost
  readonly #clock: Clock
  /** Made at the first call: most runs make none. */
  #callsEnd: AbortController | null = null
  /** Calls come over the pipe of a process that has served others before. */
  readonly #logFields = logFields() ?? {}
  #calls = 0
  #inFlight = 0
  #logBytes = 0
  #cancelled = false
  /** Set when the server killed the host over this run. */
  #verdict: Reason | null = null

  constructor(run: SandboxRun, texts: RunTexts, limits: SandboxLimits, host: PooledHost, clock: Clock) {
    this.#run = run
    this.#texts = texts
    this.#limits = limits
    this.#host = host
    this.#clock = clock
  }

  async outcome(codeKey: string): Promise<SandboxOutcome> {
    const { timeout_ms: timeoutMs, cpu_ms: cpuMs, memory_mb: memoryMb } = this.#limits
    const request = this.#request(codeKey)
    const cpuBefore = this.#host.cpuMs
    const limit = setTimeout(() => this.#end('timeout'), timeoutMs)
    let grace: NodeJS.Timeout | undefined
    const onAbort = (): void => {
      this.#cancelled = true
      this.#host.abort('The run was cancelled.')
      grace = setTimeout(() => this.#host.kill('cancelled'), graceMs)
    }
    this.#run.signal.addEventListener('abort', onAbort, { once: true })
    try {
      const running = this.#host.run(request, { cpuMs, memoryMb }, this)
      // It may have been cancelled while its process was started.
      if (this.#run.signal.aborted) onAbort()
      return this.#judge(await running)
    } catch (cause) {
      return await this.#obituary(cause, this.#host.cpuMs - cpuBefore)
    } finally {
      clearTimeout(limit)
      clearTimeout(grace)
      this.#run.signal.removeEventListener('abort', onAbort)
      this.#callsEnd?.abort(new ConflictError('cancelled', 'The run has ended.'))
    }
  }

  call(name: string, argument: string): Promise<string> {
    return withOwnLogFields(this.#logFields, () => this.#call(name, argument))
  }

  log(level: string, message: string): void {
    this.#logBytes += Buffer.byteLength(message) + 1
    if (this.#logBytes > this.#limits.log_bytes + noticeBytes || !levels.has(level)) return
    this.#run.onLog({ at: this.#clock.timestamp(), level: level as SandboxLog['level'], message })
  }

  progress(fraction: number, note: string | null): void {
    if (fraction >= 0 && fraction <= 1) this.#run.onProgress(fraction, note === null ? null : note.slice(0, maxNote))
  }

  async #call(name: string, argument: string): Promise<string> {
    const { calls, calls_in_flight: inFlight, call_argument_bytes: bytes } = this.#limits
    if (this.#cancelled) throw new ConflictError('cancelled', 'The run was cancelled.')
    const capability = Object.hasOwn(this.#run.capabilities, name) ? this.#run.capabilities[name] : undefined
    if (!capability) throw new ForbiddenError('forbidden', `ctx has no permission for ${name.slice(0, 100)}.`)
    this.#calls += 1
    if (this.#calls > calls) throw new RateLimitedError(`A run may make ${calls} calls; this one is over it.`, 0)
    if (this.#inFlight >= inFlight) throw new RateLimitedError(`A run may have ${inFlight} calls at a time.`, 0)
    if (Buffer.byteLength(argument) > bytes)
      throw new PayloadTooLargeError(`An argument may have ${bytes} bytes as JSON; that of ${name} has more.`)
    this.#callsEnd ??= new AbortController()
    const { signal } = this.#callsEnd
    this.#inFlight += 1
    try {
      const result = await capability(parseJsonText(argument, `The argument of ${name}`), signal)
      return toJsonText(result ?? null, `The answer of ${name}`)
    } finally {
      this.#inFlight -= 1
    }
  }

  #request(codeKey: string) {
    const { run_id, app, bundle, capabilities } = this.#run
    const isNew = !this.#host.codes.has(codeKey)
    this.#host.codes.add(codeKey)
    return {
      run_id,
      app: app ?? '',
      hash: codeKey,
      ...(isNew && { code: bundle.code }),
      ...this.#texts,
      limits: { ...this.#limits },
      capabilities: Object.keys(capabilities),
    }
  }

  /** Ends the process over this run. */
  #end(reason: Reason): void {
    this.#verdict ??= reason
    this.#host.kill(reason)
  }

  /** What the host answered, believed only where it has the right shape. */
  #judge(answer: JsonValue): SandboxOutcome {
    const end = answer as {
      status?: unknown
      output?: unknown
      reason?: unknown
      error?: unknown
      cpu_ms?: unknown
    } | null
    const cpuMs = typeof end?.cpu_ms === 'number' ? end.cpu_ms : 0
    if (this.#cancelled) return { status: 'cancelled', cpu_ms: cpuMs, calls: this.#calls }
    if (end?.status === 'succeeded' && typeof end.output === 'string') return this.#takeOutput(end.output, cpuMs)
    const error = readError(end?.error)
    if (end?.status !== 'failed' || !error) return this.#failed('crashed', cpuMs)
    if (end.reason === 'cpu' || end.reason === 'memory') {
      this.#host.kill(end.reason)
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

  #takeOutput(text: string, cpuMs: number): SandboxOutcome {
    const bytes = this.#limits.output_bytes
    try {
      if (Buffer.byteLength(text) > bytes)
        throw new PayloadTooLargeError(`The output has more than ${bytes} bytes as JSON.`)
      return { status: 'succeeded', output: parseJsonText(text, 'The output'), cpu_ms: cpuMs, calls: this.#calls }
    } catch (error) {
      return this.#failed('output_invalid', cpuMs, plainError('OutputError', (error as Error).message))
    }
  }

  /** Why the host died, in the app's terms. @throws UnavailableError when the server ended it for reasons of its own */
  async #obituary(cause: unknown, cpuMs: number): Promise<SandboxOutcome> {
    if (!(cause instanceof UnavailableError)) this.#host.kill('failed')
    const { killed, lastWords } = await this.#host.exited
    if (killed === 'stop') throw new UnavailableError('The server stopped during the run.', { cause })
    if (this.#cancelled) return { status: 'cancelled', cpu_ms: cpuMs, calls: this.#calls }
    if (this.#verdict !== null) return this.#failed(this.#verdict, cpuMs)
    if (killed === 'rss') return this.#failed('memory', cpuMs)
    if (killed === 'silent') return this.#failed('cpu', cpuMs)
    return this.#failed(killed === null && wordsOfMemory.test(lastWords) ? 'memory' : 'crashed', cpuMs)
  }

  #failed(reason: Reason, cpuMs: number, error: SandboxError = this.#sentence(reason)): SandboxOutcome {
    return { status: 'failed', reason, error, cpu_ms: cpuMs, calls: this.#calls }
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
