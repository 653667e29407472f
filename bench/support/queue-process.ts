import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { median } from './load.ts'
import { root } from './process.ts'
import type { QueueFigures } from './queue-figures.ts'

const run = promisify(execFile)
const longestMs = 120_000

/** Runs a queue in a process of its own and returns the figures that it reports. */
export async function runQueue<T = QueueFigures>(
  file: string,
  env: Record<string, string | number>,
  timeout = longestMs,
): Promise<T> {
  const { stdout } = await run(process.execPath, ['--conditions=svc-source', file], {
    cwd: root,
    timeout,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T
}

/** Each in turn, round after round; the median of a job's time, or of its CPU. */
export async function interleaveQueues<Name extends string>(
  queues: Record<Name, { file: string; env: Record<string, string | number> }>,
  rounds: number,
  figure: keyof QueueFigures = 'msPerJob',
): Promise<Record<Name, number>> {
  const names = Object.keys(queues) as Name[]
  const times = new Map<Name, number[]>(names.map(name => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) times.get(name)?.push((await runQueue(queues[name].file, queues[name].env))[figure])
  }
  return Object.fromEntries(names.map(name => [name, median(times.get(name) ?? [])])) as Record<Name, number>
}
