import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program in a process of its own. */
export interface WatchedProcess<Ready> {
  pid: number
  /** Resolves with what the program prints when it is ready; rejects when the process ends first. */
  ready: Promise<Ready>
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: string | null }>
}

export interface WatchedProcessOptions<Ready> {
  name: string
  command: readonly string[]
  cwd: string
  env: Record<string, string>
  /** Looks at all that was printed so far; undefined as long as the program is not ready. */
  readyBy: (stdout: string) => Ready | undefined
}

export function startWatchedProcess<Ready>(options: WatchedProcessOptions<Ready>): WatchedProcess<Ready> {
  const [program = process.execPath, ...args] = options.command
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const ready = Promise.withResolvers<Ready>()
  // A test that does not wait until it is ready waits for the exit.
  ready.promise.catch(() => undefined)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const found = options.readyBy(stdout)
    if (found !== undefined) ready.resolve(found)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = once(child, 'close').then(ended => {
    const [code, signal] = ended as [number | null, string | null]
    ready.reject(new Error(`The ${options.name} ended with ${code ?? signal}:\n${stdout}${stderr}`))
    return { code, signal }
  })
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: name => void child.kill(name),
    exited,
  }
}
