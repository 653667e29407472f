import type { Clock, Egress, EventLog, Ids } from '@svc/plugin'
import { createEgress } from '../../../kernel/egress/index.ts'
import { eventMigrations, WorkspaceEventLog } from '../../../kernel/events/index.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import runs from '../../../plugins/playbooks/migrations/0001-runs.ts'
import { endEvents } from '../../../plugins/playbooks/runs/advance.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { openTestPlanes } from '../planes.ts'
import type { TestPlanes } from '../planes.ts'

const types = Object.values(endEvents).map(type => {
  return { type, title: 'A run ended.', data: {}, audience: 'workspace' as const, owner: 'playbooks' }
})

/** What runs of playbooks are kept in: a real home, with the tables of the plugin. */
export interface PlaybookRoom {
  planes: TestPlanes
  ids: Ids
  workspaceId: string
  /** The log of the workspace, as a process that begins now would have it. */
  eventLog(clock: Clock): EventLog
}

export async function openPlaybookRoom(): Promise<PlaybookRoom> {
  const ids = createIds(systemClock)
  const playbooks = { owner: 'playbooks', migrations: [runs] }
  const planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: eventMigrations }, playbooks] })
  const { data } = planes
  const retention = { days: 7, count: 1000 }
  return {
    planes,
    ids,
    workspaceId: ids.create('ws'),
    eventLog: clock => new WorkspaceEventLog({ data, clock, ids, log: recordingLog(), types, retention }),
  }
}

/** The real way out, which reaches these private hosts: `127.0.0.1:8080`. */
export function testEgress(allow: readonly string[]): Egress {
  return createEgress({ allow: [...allow], log: recordingLog() })
}
