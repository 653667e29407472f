import { counted } from '@svc/plugin/contracts/cli'
import { ask } from '../ask.ts'
import type { DoctorCheck, Server } from '../doctor-check.ts'
import { ok, warning } from '../doctor-check.ts'

interface ServerList {
  items: unknown[]
  warnings: { detail: string; remedy: string }[]
}

/** Several servers rest on what PostgreSQL keeps. Says nothing where one server has all workspaces. */
export const clusterCheck: DoctorCheck<Server> = {
  name: 'cluster',
  async run({ api, configuration }, signal) {
    if (configuration.kernel.cluster_secret === undefined) return []
    const answer = await ask<ServerList>(api, '/api/admin/servers', 'cluster', signal)
    if (answer.refusal) return [answer.refusal]
    const { items, warnings } = answer.body
    return [
      ok('cluster', counted(items.length, 'server')),
      ...warnings.map(({ detail, remedy }) => warning('cluster', detail, remedy)),
    ]
  },
}
