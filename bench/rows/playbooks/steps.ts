import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { startPostgres } from '../../../test/support/storage/postgres.ts'
import { openPlaybookRoom } from '../../../test/rooms/plugins/playbooks.ts'
import { plainJq } from '../../../test/support/playbooks.ts'
import { peerPackage } from '../../support/peer-package.ts'
import { startProcess } from '../../support/process.ts'
import { BenchRuns, rawCommits, taskList } from './bench-runs.ts'
import { median } from '../../support/load.ts'
import { atMost, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const path = 'playbook, SQLite FULL'
const rounds = 7
const steps = 100
const atOnce = 16
const call = { call: 'tool', with: { name: 'none' } }

/** What a step costs on disk: an effect that takes no time and gives 2 kB, its result, events, position and the next row in one commit. */
export async function playbookSteps(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const room = await openPlaybookRoom(join(folder, 'home'))
  stack.defer(() => room.planes.close())
  const runner = new BenchRuns(room)
  const raw = stack.use(rawCommits(join(folder, 'raw.sqlite')))

  const calls = taskList(steps, () => call)
  const postgres = await startPostgres({ isDurable: true })
  stack.defer(() => postgres.stop())
  const dbos = await startProcess({
    file: 'bench/peers/playbooks/dbos-steps.mjs',
    path: '/',
    env: {
      DATABASE_URL: await postgres.createDatabase('dbos'),
      DBOS_FOLDER: await peerPackage('@dbos-inc/dbos-sdk', '5.3.0'),
    },
  })
  stack.defer(() => dbos.stop())

  const jqs = taskList(50, () => ({ set: { n: '${ .n + 1 }' } }))
  const sets = taskList(50, index => ({ set: { n: index, was: '${ .n }' } }))
  const taken = { step: [0], many: [0], sets: [0], raw: [0], dbos: [0], jq: [0], jqAlone: [0] }
  for (const times of Object.values(taken)) times.pop()
  for (let round = 0; round <= rounds; round += 1) {
    const step = (await runner.timed([calls])) / steps
    const many = (await runner.timed(Array.from({ length: atOnce }, () => calls))) / steps / atOnce
    const set = await runner.timed([sets])
    const commit = raw.commit(steps)
    const peer = Number(await (await fetch(`${dbos.url}/run?steps=${steps}`)).text())
    const jq = await runner.timed([jqs])
    const alone = await jqStarts(50)
    // The first one warms up.
    if (round === 0) continue
    taken.step.push(step)
    taken.many.push(many)
    taken.sets.push(set)
    taken.raw.push(commit)
    taken.dbos.push(peer)
    taken.jq.push(jq)
    taken.jqAlone.push(alone)
  }
  const large = {
    for: { in: '[range(8990)]', each: 'n' },
    do: [{ one: { set: { n: 1 } } }],
  } as TaskList[number][string]
  const ten = taskList(10, () => ({ set: { n: 1 } }))
  const before = await growth(runner, [...ten, ...calls])
  const grown = await growth(runner, [{ many: large }, ...calls])
  const small = (before + (await growth(runner, [...ten, ...calls]))) / 2
  const of = (measure: string, ours: number, name: string, value: number) => {
    return { path, measure, ours, unit: 'ms', beside: { name, value } }
  }
  const commit = median(taken.raw)
  return [
    atMost(of('a step with an effect of 2 kB', median(taken.step), 'raw commit of one row', commit), 1.6),
    timesFaster(of('a step with an effect of 2 kB', median(taken.step), 'DBOS on PostgreSQL', median(taken.dbos)), 2.5),
    atMost(of('a run of 50 `set` steps, to `completed`', median(taken.sets), '50 raw commits', 50 * commit), 2.5),
    atMost(of('a run of 50 `set` steps with jq', median(taken.jq), '50 starts of jq', median(taken.jqAlone)), 2.5),
    timesFaster(
      of(`a step, ${atOnce} runs at one time`, median(taken.many), 'one run at a time', median(taken.step)),
      3,
    ),
    atMost(of('a step after 9,000 finished tasks', grown, 'after 10', small), 1.2),
  ]
}

/** A step of the calls at the end, in milliseconds, by when their tasks began. */
async function growth(runner: BenchRuns, tasks: TaskList): Promise<number> {
  const times = await runner.startTimes(tasks)
  return (Math.max(...times) - Math.min(...times)) / (times.length - 1)
}

/** What jq alone takes for as many programs, in milliseconds. */
async function jqStarts(count: number): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < count; n += 1) await plainJq.evaluate({ n: '.n + 1' }, { n }, {})
  return performance.now() - started
}
