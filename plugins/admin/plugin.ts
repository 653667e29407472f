import { auditLog, clusterDirectory, definePlugin, httpServer, pluginDirectory } from '@svc/plugin'
import { users, workspaces } from '@svc/plugin/contracts/accounts'
import { auditRoutes } from './audit-routes.ts'
import { clusterRoutes } from './cluster-routes.ts'
import { configRoutes } from './config-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { pluginRoutes } from './plugin-routes.ts'
import { standbyInWords } from './standby-in-words.ts'
import { userRoutes } from './user-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

export const plugin = definePlugin()({
  id: 'admin',
  uses: {
    people: users,
    places: workspaces,
    audit: auditLog,
    directory: pluginDirectory,
    http: httpServer,
    cluster: clusterDirectory,
  },
  setup({ people, places, audit, directory, http, cluster }, env) {
    env.routes(app => {
      userRoutes(app, people, () => http.facts().base_url)
      workspaceRoutes(app, places)
      memberRoutes(app, places)
      auditRoutes(app, audit)
      pluginRoutes(app, directory, audit)
      configRoutes(app, directory, audit)
      clusterRoutes(app, cluster.directory, audit)
    })
    env.onStart(async () => {
      const { directory } = cluster
      const standby = directory && standbyInWords(await directory.standby())
      if (standby) env.log.warn({ remedy: standby.remedy }, standby.detail)
    })
  },
})
