import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { messageOf } from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { Shell } from '../shell.ts'
import type { DevServerOptions, DevServerReport } from './dev-server.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Longer than a server takes that ends by itself. */
const stopLimitMs = 10_000
/** Longer than all of a start's own limits: what is over it never gives the thread back. */
const startLimitMs = 60_000

/** The process that serves the plugin; one at a time, because they share a home and a port. */
export class ServerProcess {
  readonly #shell: Shell
  readonly #onCrash: (ended: string) => void
  #running: ChildProcess | null = null

  /** `onCrash`: it ended by itself after it was ready, such as by an error that nobody caught. */
  constructor(shell: Shell, onCrash: (ended: string) => void) {
    this.#shell = shell
    this.#onCrash = onCrash
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  async start(options: DevServerOptions, env: Shell['env']): Promise<DevServerReport> {
    const { stderr, signal } = this.#shell
    const child = spawn(process.execPath, [...process.execArgv, program, 'dev-server'], {
      cwd: options.cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    // What the plugin prints is no result of this command.
    child.stdout?.on('data', (text: Buffer) => stderr.write(text))
    child.stderr?.on('data', (text: Buffer) => stderr.write(text))
    child.send(options)
    // Where this process ends at once, before anything that its end removes.
    const kill = (): void => void child.kill('SIGKILL')
    process.prependListener('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    const answered = Promise.race([
      once(child, 'message').then(([message]) => message as DevServerReport),
      once(child, 'exit').then(([code, by]): DevServerReport => ({ type: 'failed', message: ended(code, by) })),
    ])
    const limit = AbortSignal.any([signal, AbortSignal.timeout(startLimitMs)])
    const report = await orAborted(answered, limit).catch((error: unknown): DevServerReport => {
      const isLate = limit.aborted && !signal.aborted
      return {
        type: 'failed',
        message: isLate ? `It did not start within ${startLimitMs / 1000} s.` : messageOf(error),
      }
    })
    if (report.type === 'failed') {
      await end(child)
      return report
    }
    this.#running = child
    child.once('exit', (code, signal) => {
      if (this.#running !== child) return
      this.#running = null
      this.#onCrash(ended(code, signal))
    })
    return report
  }

  async stop(): Promise<void> {
    const child = this.#running
    this.#running = null
    if (child) await end(child)
  }
}

function ended(code: unknown, signal: unknown): string {
  return `The server ended by itself (${signal === null ? `exit code ${String(code)}` : String(signal)}).`
}

/** Lets go of it, which ends it; one that does not end is killed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  const limit = new AbortController()
  const late = sleep(stopLimitMs, undefined, { signal: limit.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  )
  await exit
  limit.abort()
  await late
}
