import { backups } from '@svc/plugin'
import { jobsRoom } from '../jobs/index.ts'
import { planesRoom } from '../planes/index.ts'
import { defineRoom } from '../room.ts'
import { createBackups } from './create-backups.ts'

// In kernel.sqlite: looked up anew in the workspaces' files where they are missing.
const derivedTables = ['kernel_live_workspaces', 'kernel_workspace_marks']

/** The backups of this home. */
export const backupRoom = defineRoom({
  name: 'backup',
  needs: { planes: planesRoom, jobs: jobsRoom },
  open: ({ planes, jobs }, { home, version, clock, ids, log, signal }) =>
    createBackups({
      home: home.path,
      homeId: home.homeId,
      control: planes.control,
      jobs: jobs.exported,
      derivedTables,
      version,
      clock,
      ids,
      log,
      signal,
    }),
  services: ({ shared }) => [shared(backups, room => room.service)],
  async start(room, { role }) {
    if (role === 'worker') return
    await room.prepare()
    if (role === 'server') await room.removeOldCopies()
  },
  close: room => room.close(),
})
