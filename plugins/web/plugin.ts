import { definePlugin, httpServer } from '@svc/plugin'
import { pageRoutes, unknownPage } from './page-routes.ts'

export const plugin = definePlugin()({
  id: 'web',
  uses: { http: httpServer },
  setup({ http }, env) {
    env.routes(pageRoutes)
    unknownPage(http)
  },
})
