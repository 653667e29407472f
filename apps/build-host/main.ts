import { serveParent } from '@svc/plugin/child'
import { buildApp } from './build-app.ts'
import type { BuildRequest } from './build-app.ts'

serveParent({
  methods: {
    build: (request: BuildRequest) => buildApp(request),
  },
})
