/** `npm run soak [-- --minutes 120 --seed 1 --report FILE]`: a mixed load with kills, a full disk and a clock step; what is promised is judged. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { freshServerBuild } from '../../scripts/bootstrap/server-build.mjs'
import { setup } from '../../test/support/temporary-folder.ts'
import { root } from '../support/process.ts'
import { soakPage } from './report.ts'
import { soak } from './soak.ts'
import type { SoakResult } from './soak.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('--minutes takes a number above 0, and --seed a whole number.\n')
  process.exit(2)
}
/** Shorter ones have too few values in a tenth for a ratio to mean anything. */
const leastMinutesForGrowth = 30

function outcome({ broken, surprises, leaks, refusals, growths, lengthMs }: SoakResult): string[] {
  const grown = lengthMs >= leastMinutesForGrowth * 60_000 ? growths.filter(({ within }) => !within) : []
  return [
    ...broken,
    ...surprises,
    ...leaks,
    ...[...refusals].map(([words, count]) => `${count} × ${words}`),
    ...grown.map(
      ({ what, ratio }) => `${what}: ${ratio.toFixed(2)}x from the second tenth to the last, the goal is ≤ 1.1x`,
    ),
  ]
}

// What `npm start` runs, as a self-hoster has it.
process.env['SVC_TEST_BUILD'] = await freshServerBuild(root, process.execPath)
const removeTemporary = await setup()
try {
  const say = (words: string): void => void process.stderr.write(`${words}\n`)
  const result = await soak({ lengthMs: minutes * 60_000, seed, say })
  for (const [kind, count] of result.done) process.stdout.write(`${kind}: ${count}\n`)
  if (values.report !== undefined) await writeFile(values.report, soakPage(result))
  const faults = outcome(result)
  for (const fault of faults) process.stdout.write(`broken: ${fault}\n`)
  process.stdout.write(faults.length === 0 ? 'Nothing was lost, doubled, mixed up or left undone.\n' : '')
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await removeTemporary()
}
