import { auditLog, backups, definePlugin, planes } from '@svc/plugin'
import { backupRoutes } from './backup-routes.ts'
import { planeRoutes } from './plane-routes.ts'

export const plugin = definePlugin()({
  id: 'data',
  uses: { storage: planes, archives: backups, audit: auditLog },
  setup({ storage, archives, audit }, env) {
    env.routes(app => {
      planeRoutes(app, storage)
      backupRoutes(app, archives, audit)
    })
  },
})
