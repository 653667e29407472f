import { definePlugin, jobClaims, jobQueue, jobSchedules } from '@svc/plugin'
import { JobAccess } from './job-access.ts'
import { claimRoutes } from './routes/claim-routes.ts'
import { jobRoutes } from './routes/job-routes.ts'
import { scheduleRoutes } from './routes/schedule-routes.ts'

export const plugin = definePlugin()({
  id: 'jobs',
  uses: { queue: jobQueue, schedules: jobSchedules, claims: jobClaims },
  setup({ queue, schedules, claims }, env) {
    const access = new JobAccess(claims.pluginKinds)
    env.routes(app => {
      jobRoutes(app, { queue, access })
      claimRoutes(app, { claims, access })
      scheduleRoutes(app, { schedules, access })
    })
  },
})
