import { definePlugin, pluginDirectory } from '@svc/plugin'
import { pageRoutes } from './page-routes.ts'
import { PluginPages } from './plugin-pages.ts'

export const plugin = definePlugin()({
  id: 'plugin-pages',
  uses: { directory: pluginDirectory },
  setup({ directory }, env) {
    const pages = new PluginPages(directory, env.log)
    env.routes(app => pageRoutes(app, pages))
  },
})
