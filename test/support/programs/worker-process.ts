import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { WorkerReport } from '../../../kernel/index.ts'
import { svcProgram } from './svc-program.ts'

/** `svc worker` as people run it: a process of its own. */
export interface WorkerProcess {
  pid: number
  /** What its ready line says; rejects when the process ends first. */
  ready: Promise<WorkerReport>
  stderr(): string
  signal(name: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: string | null }>
}

export interface WorkerProcessOptions {
  env: Record<string, string>
  flags?: readonly string[]
  cwd: string
}

export function startWorkerProcess({ env, flags = [], cwd }: WorkerProcessOptions): WorkerProcess {
  const child = spawn(process.execPath, [...svcProgram('cli'), 'worker', '--json', ...flags], {
    cwd,
    env: { PATH: process.env['PATH'], SVC_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const ready = Promise.withResolvers<WorkerReport>()
  // A test that does not wait for the ready line waits for the exit.
  ready.promise.catch(() => undefined)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const line = stdout.split('\n').find(each => each.startsWith('{"worker_id"'))
    if (line !== undefined && stdout.includes(`${line}\n`)) ready.resolve(JSON.parse(line) as WorkerReport)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = once(child, 'close').then(ended => {
    const [code, signal] = ended as [number | null, string | null]
    ready.reject(new Error(`The worker ended with ${code ?? signal}:\n${stdout}${stderr}`))
    return { code, signal }
  })
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    stderr: () => stderr,
    signal: name => void child.kill(name),
    exited,
  }
}
