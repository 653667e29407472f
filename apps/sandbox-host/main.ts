import { RemoteError, serveParent } from '@svc/plugin/child'
import { SandboxHost } from './sandbox-host.ts'
import type { RunRequest } from './app-run.ts'

const host: SandboxHost = new SandboxHost(() => peer)

const peer = serveParent({
  methods: {
    run: (request: RunRequest) => host.run(request),
  },
  onNotify: (method, params) => {
    if (method !== 'abort') throw new RemoteError('unknown_method', 'A sandbox host hears no such notice.')
    host.abort(String(params))
  },
})
