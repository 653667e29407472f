import { definePlugin, httpServer, pluginDirectory } from '@svc/plugin'
import { docsSearchTool } from './manual/docs-search-tool.ts'
import { Manual } from './manual/manual.ts'
import { pageRoutes } from './page-routes.ts'
import { AppFolder } from './served/app-folder.ts'
import { AppPage } from './served/app-page.ts'
import { isKnownPath, movedTo } from './served/known-paths.ts'

export const plugin = definePlugin()({
  id: 'web',
  uses: { http: httpServer, plugins: pluginDirectory },
  setup({ http, plugins }, env) {
    const basePath = (): string => new URL(http.facts().base_url || '/', 'http://localhost').pathname.replace(/\/$/, '')
    const folder = new AppFolder(new URL('./app/', import.meta.url))
    const page = new AppPage(folder, basePath)
    env.routes(app => pageRoutes(app, { folder, page }))
    env.tool(
      'docs_search',
      docsSearchTool(new Manual(folder), () => http.facts().base_url),
    )
    http.setUnknownPage(async ({ path }) => {
      const to = movedTo(path)
      if (to !== null) return { status: 308, html: '', headers: { location: `${basePath()}${to}` } }
      const declared = plugins.pages().flatMap(plugin => plugin.pages)
      // The app says itself that there is nothing.
      return page.make(isKnownPath(path, declared) ? 200 : 404)
    })
  },
})
