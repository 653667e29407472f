import { serveParent } from '@svc/plugin/child'

serveParent({ methods: { count: text => String(text).match(/\S+/g)?.length ?? 0 } })
