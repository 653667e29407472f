import type { CommitFigures } from '../../peers/cluster/commits.ts'
import type { UseFigures } from '../../peers/cluster/use.ts'
import { startPostgres } from '../../../test/support/storage/postgres.ts'
import { median } from '../../support/load.ts'
import { runQueue } from '../../support/queue-process.ts'
import { addedAtMost, atMost, noGoal, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { path } from './bench-installation.ts'

const rounds = 3
const file = 'bench/peers/cluster/commits.ts'
const useFile = 'bench/peers/cluster/use.ts'
const modes = ['full', 'shipped', 'postgres'] as const
const loads = {
  one: { CALLERS: 1, WORKSPACES: 1 },
  sixteen: { CALLERS: 16, WORKSPACES: 1 },
  sixtyFour: { CALLERS: 64, WORKSPACES: 64 },
}

type Compared = Omit<Row, 'ratio' | 'goal' | 'met'>
type Measured = Record<(typeof modes)[number], CommitFigures>

/** A commit of two rows that its caller waits for: in today's files, in those whose pages go to PostgreSQL, and in PostgreSQL itself. */
export async function commits(): Promise<Row[]> {
  const server = await startPostgres({ isDurable: true })
  let databases = 0
  const measure = async (load: Record<string, number>): Promise<Measured> => {
    const taken: Record<string, CommitFigures[]> = {}
    for (let round = 0; round < rounds; round += 1) {
      for (const MODE of modes) {
        const DATABASE_URL = await server.createDatabase(`commits_${(databases += 1)}`)
        ;(taken[MODE] ??= []).push(await runQueue<CommitFigures>(file, { ...load, MODE, DATABASE_URL }))
      }
    }
    return Object.fromEntries(modes.map(mode => [mode, medianOf(taken[mode] ?? [])])) as Measured
  }
  try {
    const one = await measure(loads.one)
    const sixteen = await measure(loads.sixteen)
    const sixtyFour = await measure(loads.sixtyFour)
    return [
      oneCaller(one),
      atMost(row('1 caller, the thread stands still', one, 'standstillMsPerCommit'), 0.25),
      timesFaster(row('16 callers in 1 workspace', sixteen, 'msPerCommit'), 1.5),
      timesFaster(row('64 callers in 64 workspaces', sixtyFour, 'msPerCommit'), 2),
      noGoal(besidePostgres('16 callers in 1 workspace', sixteen)),
      noGoal(besidePostgres('64 callers in 64 workspaces', sixtyFour)),
      atMost(row('64 callers in 64 workspaces, CPU', sixtyFour, 'cpuMsPerCommit'), 1.3),
      useRow(await runQueue<UseFigures>(useFile, { DATABASE_URL: await server.createDatabase('uses') })),
    ]
  } finally {
    await server.stop()
  }
}

function medianOf(figures: readonly CommitFigures[]): CommitFigures {
  const names = Object.keys(figures[0] ?? {}) as (keyof CommitFigures)[]
  return Object.fromEntries(names.map(name => [name, median(figures.map(each => each[name]))])) as Record<
    keyof CommitFigures,
    number
  >
}

function oneCaller({ shipped, full, postgres }: Measured): Row {
  const beside = { name: 'files, FULL, + 2 PostgreSQL inserts', value: full.p50Ms + 2 * postgres.p50Ms }
  return atMost({ path, measure: 'a commit, 1 caller, p50', ours: shipped.p50Ms, unit: 'ms', beside }, 1)
}

function row(measure: string, { shipped, full }: Measured, figure: keyof CommitFigures): Compared {
  const beside = { name: 'files, FULL', value: full[figure] }
  return { path, measure: `a commit, ${measure}`, ours: shipped[figure], unit: 'ms', beside }
}

function besidePostgres(measure: string, { shipped, postgres }: Measured): Compared {
  const beside = { name: 'PostgreSQL inserts, 32 connections', value: postgres.msPerCommit }
  return { path, measure: `a commit, ${measure}`, ours: shipped.msPerCommit, unit: 'ms', beside }
}

function useRow({ todayUs, shippedUs }: UseFigures): Row {
  const beside = { name: 'today', value: todayUs }
  return addedAtMost({ path, measure: '`use` that reads a row', ours: shippedUs, unit: 'µs', beside }, 10)
}
