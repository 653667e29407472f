import { definePlugin, planes } from '@svc/plugin'
import { planeRoutes } from './plane-routes.ts'

export const plugin = definePlugin()({
  id: 'data',
  uses: { storage: planes },
  setup({ storage }, env) {
    env.routes(app => planeRoutes(app, storage))
  },
})
