import { serveParent } from '@svc/plugin/child'
import { checkTypes } from './check-types.ts'
import type { TypeCheckRequest } from './check-types.ts'

serveParent({
  methods: {
    check: (request: TypeCheckRequest) => checkTypes(request),
  },
})
