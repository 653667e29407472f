import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/servers/local-server.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** Linux counts CPU in ticks of 1/100 s (`getconf CLK_TCK`). */
const millisecondsPerTick = 10

/** A server in a process of its own, so that its CPU and memory are its own too. */
export interface BenchProcess {
  readonly pid: number
  readonly url: string
  /** Milliseconds from spawn to the first answer. */
  readonly readyMs: number
  stop(): Promise<void>
  /** By kill -9. */
  kill(): Promise<void>
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} before it answered ${url}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    await wait(2)
  }
}

/** Starts `file` under this Node with `PORT` and `env` set and waits until `path` answers 2xx. */
export async function startProcess(options: {
  file: string
  /** A free one by default. */
  port?: number
  path: string
  args?: string[]
  /** The checkout it belongs to; this one when absent. */
  cwd?: string
  env?: Record<string, string>
}): Promise<BenchProcess> {
  const port = options.port ?? (await freePort())
  const flags = options.file.endsWith('.ts') ? ['--conditions=svc-source'] : []
  const started = performance.now()
  const child = spawn(process.execPath, [...flags, options.file, ...(options.args ?? [])], {
    cwd: options.cwd ?? root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: String(port), ...options.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await answers(url + options.path, child)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  if (child.pid === undefined) throw new Error('the process has no pid')
  return {
    pid: child.pid,
    url,
    readyMs: performance.now() - started,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, wait(10_000).then(() => child.kill('SIGKILL'))])
    },
    kill: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** User and system CPU of a process so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
}

/**
 * User and system CPU of the threads of a process, in milliseconds, by the scheduler: the clock of {@link cpuMs} ticks in steps of
 * 10 ms. Threads that end take theirs with them.
 */
export function schedulerCpuMs(pid: number): number {
  const threads = globSync(`/proc/${pid}/task/*/schedstat`)
  return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6, 0)
}

/** {@link schedulerCpuMs} of a process and its children. */
export function familyCpuMs(pid: number): number {
  return [pid, ...childPids(pid)].reduce((sum, one) => sum + schedulerCpuMs(one), 0)
}

/** Resident memory of a process in MiB. */
export function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The direct children of a process, such as its sandbox hosts. */
export function childPids(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}
