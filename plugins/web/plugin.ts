import { definePlugin } from '@svc/plugin'
import { pageRoutes } from './page-routes.ts'

export const plugin = definePlugin()({
  id: 'web',
  setup(_services, env) {
    env.routes(pageRoutes)
  },
})
