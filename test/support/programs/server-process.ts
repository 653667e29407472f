import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { svcProgram } from './svc-program.ts'

/** A server as `npm start` runs it: a process of its own. */
export interface ServerProcess {
  pid: number
  /** Resolves when the banner names the address; rejects when the process ends first. */
  ready: Promise<string>
  stdout(): string
  stderr(): string
  signal(name: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: string | null }>
}

export interface ServerProcessOptions {
  home: string
  env?: Record<string, string>
  flags?: readonly string[]
  cwd?: string
  /** A program that becomes the server, such as `unshare …`. */
  through?: readonly string[]
}

export function startServerProcess({
  home,
  env = {},
  flags = [],
  cwd,
  through = [],
}: ServerProcessOptions): ServerProcess {
  const [program = process.execPath, ...args] = [...through, process.execPath, ...svcProgram('server'), ...flags]
  const child = spawn(program, args, {
    cwd: cwd ?? home,
    env: { PATH: process.env['PATH'], SVC_HOME: home, SVC_PORT: '0', SVC_MANIFESTS: join(home, 'manifests'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const ready = Promise.withResolvers<string>()
  // A test that does not wait for the banner waits for the exit.
  ready.promise.catch(() => undefined)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const url = /^ *url +(http:\S+)$/m.exec(stdout)?.[1]
    if (url && stdout.includes('ready in')) ready.resolve(url)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = once(child, 'close').then(ended => {
    const [code, signal] = ended as [number | null, string | null]
    ready.reject(new Error(`The server ended with ${code ?? signal}:\n${stdout}${stderr}`))
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
