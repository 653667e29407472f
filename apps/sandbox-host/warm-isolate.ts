import { readFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import ivm from 'isolated-vm'

// The name that the prelude has until an isolate takes it out of its global object.
const preludeName = 'svc:prelude'
// A function of `send`, opened on the prelude's first line so that lines stay what they are in its file.
const prelude = `globalThis['${preludeName}'] = function ($0) {${readFileSync(new URL('./prelude.js', import.meta.url), 'utf8')}\n}`
// What nearly every run calls is compiled by one that does nothing, in a context that is not kept.
const warmUp = `{
  const app = { async run(ctx) { ctx.log('a', 1); ctx.progress(0.5, 'b'); return ctx.tools.call('c', { d: [1] }) } }
  const limits = { calls: 1, calls_in_flight: 1, call_argument_bytes: 99, output_bytes: 99, log_bytes: 99 }
  const receive = globalThis['${preludeName}'](() => undefined)
  const run = JSON.stringify({ run_id: '', app: '', limits, capabilities: ['tools.call'] })
  receive('start', () => ({ default: app }), run, '{"e":{"f":[1]}}', '{}')
  receive('settle', 1, true, '{"g":1}', '')
}`
// Made by this process from its own source, and never of an app's code.
const snapshot = ivm.Isolate.createSnapshot([{ code: prelude, filename: preludeName }], warmUp)
// On the first line, so that lines stay what the source map says. Modules are strict, and so is what was made of them.
const openWrapper = "(() => { 'use strict'; "
const closeWrapper = '\nreturn __svc_app\n})'

/** What the prelude sends: a kind and primitives. Nothing else can cross. */
export type Primitive = string | number | boolean | undefined
export type OnSend = (kind: string, values: Primitive[]) => void

interface InspectorNotice {
  method: string
  params: { scriptId: string; url: string; callFrames: InspectorFrame[] }
}

interface InspectorFrame {
  functionName: string
  location: { scriptId: string; lineNumber: number; columnNumber: number }
}

// Running code is stopped within a few milliseconds, or, inside one of V8's own functions, not before that function has ended.
const longestPauseMs = 200
const maxFrames = 50

function frameText({ functionName, location }: InspectorFrame, scripts: ReadonlyMap<string, string>): string {
  const { scriptId, lineNumber, columnNumber } = location
  const place = `${scripts.get(scriptId) ?? ''}:${lineNumber + 1}:${columnNumber + 1}`
  return functionName === '' ? `    at ${place}` : `    at ${functionName} (${place})`
}

/** V8 has lost the isolate, for want of memory most often; the server reads the last words. */
function abortWith(message: string): never {
  writeSync(2, `Catastrophic error of an isolate: ${message}\n`)
  process.abort()
}

/**
 * An isolate for one run of one app: prelude run, script compiled, not a line of the app executed. Making it takes
 * milliseconds, so it is made before the run is asked for.
 */
export class WarmIsolate {
  readonly #isolate: ivm.Isolate
  readonly #receive: ivm.Reference
  readonly #load: ivm.Reference
  readonly #sender: { onSend: OnSend }
  #entries = 0
  #cpuAtEntry = 0n
  #processAtEntry = process.cpuUsage()

  private constructor(isolate: ivm.Isolate, receive: ivm.Reference, load: ivm.Reference, sender: { onSend: OnSend }) {
    this.#isolate = isolate
    this.#receive = receive
    this.#load = load
    this.#sender = sender
  }

  // Synchronous: nothing of the app runs here, nobody waits for this process, and each hop to another thread costs as much as
  // its work.
  static create(code: string, memoryMb: number): WarmIsolate {
    const isolate = new ivm.Isolate({
      memoryLimit: memoryMb,
      snapshot,
      inspector: true,
      onCatastrophicError: abortWith,
    })
    const context = isolate.createContextSync({ inspector: true })
    const sender: { onSend: OnSend } = { onSend: () => undefined }
    const send = new ivm.Callback((kind: string, ...values: Primitive[]) => sender.onSend(kind, values), {
      ignored: true,
    })
    const open = context.global.getSync(preludeName, { reference: true })
    context.global.deleteSync(preludeName)
    const receive = open.applySync(undefined, [send], { result: { reference: true } })
    // The app stands in a function that the prelude calls, so that whatever it throws is caught inside the isolate.
    const script = isolate.compileScriptSync(`${openWrapper}${code}${closeWrapper}`, { filename: 'svc:app' })
    const load = script.runSync(context, { reference: true })
    return new WarmIsolate(isolate, receive as ivm.Reference, load, sender)
  }

  get cpuMs(): number {
    if (this.#isolate.isDisposed) return 0
    return this.quiet ? Number(this.#isolate.cpuTime) / 1e6 : Number(this.#cpuAtEntry) / 1e6 + this.cpuSinceEntryMs
  }

  /**
   * CPU used since the isolate was last given something to do, while it has not come back; else 0. While code runs, the isolate's clock goes on
   * even when its thread waits for a processor or the machine stands still. That of the process does not, but counts its other threads.
   */
  get cpuSinceEntryMs(): number {
    if (this.#entries === 0 || this.#isolate.isDisposed) return 0
    const { user, system } = process.cpuUsage(this.#processAtEntry)
    return Math.min(Number(this.#isolate.cpuTime - this.#cpuAtEntry) / 1e6, (user + system) / 1000)
  }

  /** True when no code runs and none waits to. */
  get quiet(): boolean {
    return this.#entries === 0
  }

  get disposed(): boolean {
    return this.#isolate.isDisposed
  }

  start(texts: { run: string; inputs: string; config: string }, onSend: OnSend): Promise<void> {
    this.#sender.onSend = onSend
    return this.#enter('start', this.#load.derefInto(), texts.run, texts.inputs, texts.config)
  }

  /** Resolves when the isolate has come back; rejects when code nobody could catch threw, or the isolate is gone. */
  receive(kind: 'settle' | 'timer' | 'abort', ...values: Primitive[]): Promise<void> {
    return this.#enter(kind, ...values)
  }

  /**
   * Where the code that runs now stands, as lines of a stack: `    at name (svc:app:3:12)`. Empty when it does not stop to be asked,
   * such as in the midst of one long call of V8's own. The isolate stands still from then on, and can only be thrown away.
   */
  async stackNow(): Promise<string> {
    const session = this.#isolate.createInspectorSession()
    const paused = Promise.withResolvers<string>()
    const scripts = new Map<string, string>()
    session.onResponse = () => undefined
    session.onNotification = message => {
      const { method, params } = JSON.parse(message) as InspectorNotice
      if (method === 'Debugger.scriptParsed') scripts.set(params.scriptId, params.url)
      if (method === 'Debugger.paused')
        paused.resolve(
          params.callFrames
            .slice(0, maxFrames)
            .map(frame => frameText(frame, scripts))
            .join('\n'),
        )
    }
    for (const [id, method] of ['Debugger.enable', 'Debugger.pause'].entries())
      session.dispatchProtocolMessage(JSON.stringify({ id, method }))
    return Promise.race([paused.promise, sleep(longestPauseMs, '')])
  }

  /** Only when quiet: `dispose` waits for running code, and some code cannot be stopped. */
  dispose(): void {
    this.#sender.onSend = () => undefined
    if (!this.#isolate.isDisposed) this.#isolate.dispose()
  }

  async #enter(...values: unknown[]): Promise<void> {
    if (this.#entries === 0) this.#startCount()
    this.#entries += 1
    try {
      await this.#receive.apply(undefined, values)
    } finally {
      this.#entries -= 1
      if (!this.#isolate.isDisposed) this.#startCount()
    }
  }

  #startCount(): void {
    this.#cpuAtEntry = this.#isolate.cpuTime
    this.#processAtEntry = process.cpuUsage()
  }
}
