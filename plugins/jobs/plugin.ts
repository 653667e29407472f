import { definePlugin, jobQueue, jobSchedules } from '@svc/plugin'
import { workerQueue } from '@svc/plugin/contracts/worker-link'
import { JobAccess } from './job-access.ts'
import { claimRoutes } from './routes/claim-routes.ts'
import { jobRoutes } from './routes/job-routes.ts'
import { scheduleRoutes } from './routes/schedule-routes.ts'
import { linkRoutes } from './workers/link-routes.ts'
import { OutsideClaims } from './workers/outside-claims.ts'

export const plugin = definePlugin()({
  id: 'jobs',
  uses: { queue: jobQueue, schedules: jobSchedules, workers: workerQueue },
  setup({ queue, schedules, workers }, env) {
    const { clock, log } = env
    const { pluginKinds } = queue
    const access = new JobAccess(pluginKinds)
    const claims = workers && new OutsideClaims({ ...workers, pluginKinds, clock, log })
    env.onWorkspaceLeaving(workspaceId => claims?.leave(workspaceId))
    env.routes(app => {
      jobRoutes(app, { queue, access })
      claimRoutes(app, { claims, access })
      scheduleRoutes(app, { schedules, access })
      if (workers) linkRoutes(app, workers, { clock, log })
    })
  },
})
