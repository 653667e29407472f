import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { messageOf, UnavailableError } from '@svc/plugin'
import type { ChildExit, OperatorProgram, OperatorPrograms, RunningProgram } from '@svc/plugin'
import { Tail } from './tail.ts'

/** Starts what the operator named. `signal` aborts at stop: all are killed. */
export function createOperatorPrograms(signal: AbortSignal): OperatorPrograms {
  const running = new Set<SpawnedProgram>()
  signal.addEventListener(
    'abort',
    () => {
      for (const program of running) program.kill('stop')
    },
    { once: true },
  )
  return {
    async start(program) {
      if (signal.aborted) throw new UnavailableError('The server is stopping.')
      const spawned = new SpawnedProgram(await spawnProgram(program))
      running.add(spawned)
      void spawned.exited.then(() => running.delete(spawned))
      if (signal.aborted) spawned.kill('stop')
      return spawned
    },
  }
}

async function spawnProgram({ command, args, env, cwd }: OperatorProgram): Promise<ChildProcess> {
  const path = process.env['PATH']
  try {
    const node = spawn(command, args, {
      cwd,
      // Nothing of the server's own environment, where its secrets may stand.
      env: { ...(path !== undefined && { PATH: path }), ...env },
      // Its own group: Ctrl-C in the terminal reaches the server alone, and one signal ends all that came of it.
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    await once(node, 'spawn')
    return node
  } catch (cause) {
    throw new UnavailableError(`The program ${command} could not be started: ${messageOf(cause)}.`, { cause })
  }
}

class SpawnedProgram implements RunningProgram {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly exited: Promise<ChildExit>
  readonly #node: ChildProcess
  #killed: string | null = null
  #gone = false

  constructor(node: ChildProcess) {
    const { pid, stdin, stdout, stderr } = node
    if (pid === undefined || !stdin || !stdout || !stderr) throw new Error('A program that was not spawned with pipes.')
    this.#node = node
    this.pid = pid
    this.stdin = stdin
    this.stdout = stdout
    const lastWords = new Tail(stderr)
    // A pipe whose reader is gone: its exit tells the same, and an error that nobody hears would end the server.
    stdin.on('error', () => stdin.destroy())
    this.exited = new Promise(resolve => {
      node.once('exit', (code, signal) => {
        this.#gone = true
        const finish = (): void => resolve({ code, signal, killed: this.#killed, lastWords: lastWords.text() })
        node.once('close', finish)
        setTimeout(finish, 200).unref()
        // What it started and left behind goes with it.
        this.#killGroup()
      })
    })
  }

  kill(reason = 'killed'): void {
    if (this.#gone) return
    this.#killed ??= reason
    this.#killGroup()
    this.#node.kill('SIGKILL')
  }

  #killGroup(): void {
    if (process.platform === 'win32') return
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      // ESRCH: all of the group are gone, which is what was wanted.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
