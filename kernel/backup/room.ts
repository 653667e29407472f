import { backups } from '@svc/plugin'
import { authRoom } from '../auth/index.ts'
import { eventsRoom } from '../events/index.ts'
import { jobsRoom } from '../jobs/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { metricsRoom } from '../services/index.ts'
import { createBackups } from './create-backups.ts'

// In kernel.sqlite: looked up anew in the workspaces' files where they are missing.
const derivedTables = ['kernel_live_workspaces', 'kernel_workspace_marks']

/** The backups of this home. */
export const backupRoom = defineRoom({
  name: 'backup',
  needs: { planes: planesRoom, auth: authRoom, events: eventsRoom, jobs: jobsRoom, metrics: metricsRoom },
  open: ({ planes, auth, events, jobs, metrics }, { config, home, version, clock, ids, log, signal }) =>
    createBackups({
      home: home.path,
      homeId: home.homeId,
      control: planes.control,
      jobs: jobs.store,
      metrics,
      derivedTables,
      schedule: config.backup_schedule ?? null,
      keep: config.backup_keep,
      version,
      clock,
      ids,
      log,
      signal,
      audit: auth.audit,
      tell: async event => events.log.publish((await auth.operator()).workspace_id, event),
    }),
  services: ({ shared }) => [shared(backups, room => room.service)],
  routes: room => room.routes,
  async start(room, { role }) {
    if (role === 'worker') return
    await room.prepare()
    if (role === 'server') await room.start()
  },
  close: room => room.close(),
})
