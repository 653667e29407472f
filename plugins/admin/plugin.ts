import { auditLog, clusterDirectory, definePlugin, httpServer, optional, pluginDirectory } from '@svc/plugin'
import { users, workspaces } from '@svc/plugin/contracts/accounts'
import { agentApps } from '@svc/plugin/contracts/agent-apps'
import { auditRoutes } from './audit-routes.ts'
import { clusterRoutes } from './cluster-routes.ts'
import { configRoutes } from './config-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { pluginRoutes } from './plugin-routes.ts'
import { assertSameFolders, noteFolders } from './same-folders.ts'
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
    apps: optional(agentApps),
  },
  setup({ people, places, audit, directory, http, cluster: { directory: cluster }, apps }, env) {
    if (cluster !== null) {
      env.readyCheck('same files', () => assertSameFolders(cluster), { isVital: false })
      env.onStart(() => {
        const { clock, log, signal, role } = env
        const plugins = directory.settings().find(({ key }) => key === 'plugin_folders')?.value as string[] | undefined
        const folders = [...(apps ? [apps.folder] : []), ...(plugins ?? [])]
        if (role === 'server') void noteFolders({ cluster, folders, clock, log, signal })
      })
    }
    env.routes(app => {
      userRoutes(app, people, () => http.facts().base_url)
      workspaceRoutes(app, places)
      memberRoutes(app, places)
      auditRoutes(app, audit)
      pluginRoutes(app, directory, audit)
      configRoutes(app, directory, audit)
      clusterRoutes(app, cluster, audit)
    })
    env.onStart(async () => {
      const standby = cluster && standbyInWords(await cluster.standby())
      if (standby) env.log.warn({ remedy: standby.remedy }, standby.detail)
    })
  },
})
