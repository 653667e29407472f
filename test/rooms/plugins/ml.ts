import { readdir } from 'node:fs/promises'
import { ByteQuota } from '@svc/plugin'
import type { Actor, AuditLog } from '@svc/plugin'
import { UnderWay } from '@svc/plugin/library/contents/under-way'
import { ManualClock } from '@svc/plugin/testing'
import { artifactStore } from '../../../plugins/ml/artifacts/artifact-store.ts'
import { Artifacts } from '../../../plugins/ml/artifacts/artifacts.ts'
import tables from '../../../plugins/ml/migrations/0001-ml.ts'
import registryTables from '../../../plugins/ml/migrations/0002-ml-registry.ts'
import loggedModelTables from '../../../plugins/ml/migrations/0003-ml-logged-models.ts'
import aliasTables from '../../../plugins/ml/migrations/0004-ml-alias-changes.ts'
import requestTables from '../../../plugins/ml/migrations/0005-ml-requests.ts'
import filterColumn from '../../../plugins/ml/migrations/0006-ml-baseline-filters.ts'
import { Aliases } from '../../../plugins/ml/registry/aliases.ts'
import { NewVersions } from '../../../plugins/ml/registry/new-versions.ts'
import { Registry } from '../../../plugins/ml/registry/registry.ts'
import { Experiments } from '../../../plugins/ml/tracking/experiments.ts'
import { RunLog } from '../../../plugins/ml/tracking/run-log.ts'
import { requireRun, Runs } from '../../../plugins/ml/tracking/runs.ts'
import { Upkeep } from '../../../plugins/ml/upkeep/upkeep.ts'
import { countingIds } from '../../support/counting-ids.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { eventTables, openContents, openEvents, openFolders, openMarks } from '../open-rooms.ts'
import { openTestPlanes } from '../planes.ts'

export const actor: Actor = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'owner',
  workspace_id: `ws_${'1'.repeat(26)}`,
  via: 'session',
  scopes: ['*'],
}
const { workspace_id } = actor
const audit: AuditLog = { append: async () => {}, list: async () => ({ items: [], next_cursor: null }) }
const types = ['ml.run.created', 'ml.run.finished', 'ml.run.removed', 'ml.model.version_created'].map(type => ({
  type,
  title: type,
  data: {},
  audience: 'workspace' as const,
  owner: 'test',
}))

/** What the plugin wires, on real files, with a clock that is set by hand. */
export async function openMl() {
  const clock = new ManualClock()
  const ours = [tables, registryTables, loggedModelTables, aliasTables, requestTables, filterColumn]
  const migrations = [eventTables, { owner: 'ml', migrations: ours }]
  const planes = await openTestPlanes({ migrations, clock })
  const { data } = planes
  const [ids, log, stop] = [countingIds(), recordingLog(), new AbortController()]
  const events = openEvents(planes, { clock, types })
  const removed: unknown[] = []
  events.addOutbox((_db, _workspaceId, added) => {
    for (const { type, data } of added) if (type === 'ml.run.removed') removed.push(data['run_id'])
  })
  const folders = openFolders(planes.home.path, 'ml')
  const marks = openMarks(planes, 'ml')
  const deleted = marks.of('deleted')
  const underWay = new UnderWay(marks)
  const quota = new ByteQuota({
    data,
    limit: 1_000_000,
    usedBytes: db => artifactStore.usedBytes(db),
    what: 'files',
    remedy: 'None.',
  })
  const contents = openContents(planes, 'ml', { isKept: (db, hash) => artifactStore.hasContent(db, hash) })
  const artifacts = new Artifacts({ data, contents, quota, underWay, clock, maxBytes: 1_000_000 })
  const runs = new Runs({ data, events, audit, datasets: undefined, deleted, clock, ids })
  const aliases = new Aliases({ data, events, clock })
  const runLog = new RunLog({ data, clock, events: { logged: () => {} }, fieldsOf: () => ({}) })
  const upkeep = new Upkeep({
    data,
    artifacts,
    events,
    underWay,
    marks,
    deleted,
    keepDays: 30,
    clock,
    log,
    signal: stop.signal,
  })
  return {
    clock,
    data,
    folders,
    marks,
    deleted,
    upkeep,
    runs,
    log: runLog,
    artifacts,
    experiments: new Experiments({ data, audit, deleted, clock, ids }),
    aliases,
    registry: new Registry({ data, artifacts, aliases, audit, clock, ids }),
    versions: new NewVersions({ data, events, clock }),
    /** A run with a metric and a file. */
    async newRun(content: string, experiment_id?: string): Promise<string> {
      const { run_id } = runs.create(actor, {
        params: { a: '1' },
        ...(experiment_id !== undefined && { experiment_id }),
      })
      runLog.log(workspace_id, run_id, { metrics: [{ key: 'loss', value: 1 }] })
      const file = { owner: run_id, path: 'model/a.bin', content: Buffer.from(content) }
      await artifacts.put(workspace_id, file, db => void requireRun(db, run_id))
      return run_id
    },
    count: (table: string): number | undefined =>
      data.use(workspace_id, db => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n),
    /** The runs that events say were removed for good. */
    removed,
    async stored(): Promise<string[]> {
      const entries = await readdir(await folders.folder(workspace_id), { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(({ name }) => name)
    },
    async close(): Promise<void> {
      stop.abort()
      events.close()
      await planes.close()
    },
  }
}

export type TestMl = Awaited<ReturnType<typeof openMl>>
