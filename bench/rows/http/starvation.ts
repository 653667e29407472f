import { freshServerBuild } from '../../../scripts/bootstrap/server-build.mjs'
import { attackServer } from '../../../test/attacks/starvation/attack-server.ts'
import { attacks } from '../../../test/attacks/starvation/attacks.ts'
import type { AttackName } from '../../../test/attacks/starvation/attacks.ts'
import { startAttackedServer } from '../../../test/attacks/starvation/members.ts'
import { root } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const watch = { seconds: 5, calls: 1 }
const mostHealthMs = 250

/** What another member waits while one attacks, beside the same server left alone. */
export async function starvation(): Promise<Row[]> {
  // Where the servers of tests find what they run.
  process.env['SVC_TEST_BUILD'] = await freshServerBuild(root, process.execPath)
  const rows: Row[] = []
  await using server = await startAttackedServer()
  for (const attack of Object.keys(attacks) as AttackName[]) {
    process.stderr.write(`starvation: ${attack} …\n`)
    const { victim, neighbour } = await attackServer(server, attack, watch)
    const calls = { 'another member': victim, 'another member of the same workspace': neighbour }
    for (const [who, { alone, attacked }] of Object.entries(calls)) {
      const path = `${who} during: ${attack}`
      for (const [call, ours] of Object.entries(attacked)) {
        const beside = { name: 'left alone', value: alone[call as keyof typeof alone] }
        rows.push(atMost({ path, measure: `${call}, p99`, ours, unit: 'ms', beside }, 5))
      }
    }
    const health = { name: 'the goal', value: mostHealthMs }
    const path = `another member during: ${attack}`
    const ours = victim.attacked['/healthz']
    rows.push(atMost({ path, measure: '/healthz, p99', ours, unit: 'ms', beside: health }, 1))
  }
  return rows
}
