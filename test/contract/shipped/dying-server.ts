import { pathToFileURL } from 'node:url'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { createEgress } from '../../../kernel/egress/egress.ts'
import { openObjectStore } from '../../../kernel/drivers/objects/open-object-store.ts'
import { openWorkspaceLog } from '../../../kernel/drivers/shipped/open-workspace-log.ts'
import { ShippedDataPlane } from '../../../kernel/drivers/shipped/shipped-data-plane.ts'
import { planMigrations } from '../../../kernel/planes/index.ts'
import { recordingLog } from '../../support/recording-log.ts'

/**
 * A server that writes to one workspace, says on its standard output what it has answered, and is killed by itself at a step. It makes a
 * snapshot now and then, and begins again when it is told to by an empty home.
 */
const [home = '', objects = '', databaseUrl = '', workspaceId = '', step = ''] = process.argv.slice(2)
const log = recordingLog()
const clock = systemClock
const ids = createIds(clock)
const egress = createEgress({ allow: [], log })
let passes = 0
const data = new ShippedDataPlane({
  homePath: home,
  plan: planMigrations([
    { owner: 'notes', migrations: [{ id: '0001-notes', statements: ['CREATE TABLE notes_items (item TEXT) STRICT'] }] },
  ]),
  clock,
  log,
  workspaceLog: await openWorkspaceLog({ databaseUrl, clock, log }),
  store: openObjectStore({ url: pathToFileURL(objects).href, keys: null, egress, clock, ids, log }),
  retentionHours: 0,
  onStep(at) {
    passes += at === step ? 1 : 0
    if (passes === 2) process.kill(process.pid, 'SIGKILL')
  },
})
await data.enter(workspaceId)
const insert = 'INSERT INTO notes_items (item) VALUES (?)'
for (let n = 1; n <= 8; n += 1) {
  const item = `${process.pid}.${n}`
  await data.gated(async () => data.use(workspaceId, db => db.run(insert, item)))
  process.stdout.write(`${item}\n`)
  if (n % 3 !== 0) continue
  await data.release(workspaceId)
  await data.enter(workspaceId)
}
await data.close()
await egress.close()
