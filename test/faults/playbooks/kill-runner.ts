// A program that advances one run of a playbook, for tests that kill it. Arguments: the home's folder, the workspace, which attempt it is,
// the tasks as JSON, and the host:port that its calls may reach. It prints how the run stands when it has done what it could.
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { callHttp } from '../../../plugins/playbooks/effects/http-call.ts'
import { journalStore } from '../../../plugins/playbooks/journal/journal-store.ts'
import { Advance } from '../../../plugins/playbooks/runs/advance.ts'
import { systemClock } from '../../rooms/open-rooms.ts'
import { advanceOptions, openPlaybookRoom, testEgress } from '../../rooms/plugins/playbooks.ts'

const [home = '', workspaceId = '', attempt = '1', tasks = '[]', host = ''] = process.argv.slice(2)
const runId = 'prun_killed'
const room = await openPlaybookRoom(home)
const { data } = room.planes

function start(): void {
  const document = { dsl: '1.0.3', namespace: 'default', name: 'killed', version: '1.0.0' }
  const definition = { document, do: JSON.parse(tasks) as TaskList }
  const now = systemClock.now()
  const made = { playbook_id: 'pb_1', name: 'killed', version: '1.0.0', revision: 1, content_hash: 'hash', total: 1 }
  const caller = JSON.stringify({ user_id: 'usr_1', username: 'ada' })
  const rest = { trigger: 'api', inputs: '{"count":0}', caller, parent_run_id: null, labels: '{}', priority: 0 }
  const run = { id: runId, ...made, ...rest, created_at: now, deadline_at: now + 1e9, key_hash: null, body_hash: null }
  data.use(workspaceId, db => {
    if (!journalStore.get(db, runId)) journalStore.insert(db, run, JSON.stringify(definition))
  })
}

start()
const egress = testEgress([host])
const advance = new Advance(advanceOptions(room, systemClock, effect => callHttp(egress, effect)))
const { signal } = new AbortController()
await advance.run({
  run_id: runId,
  claims: 0,
  job_id: 'job_1',
  workspace_id: workspaceId,
  attempt: Number(attempt),
  signal,
})
const run = data.use(workspaceId, db => journalStore.get(db, runId))
process.stdout.write(`${JSON.stringify({ status: run?.status, output: run?.output, error: run?.error })}\n`)
await room.planes.close()
process.exit(0)
