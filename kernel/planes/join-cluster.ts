import type { OpenJoiningOptions, JoiningCluster } from './placement/open-joining.ts'
import type { Cluster, OpenClusterOptions } from './planes.ts'

/** What the servers of an installation share; null without `SVC_CLUSTER_SECRET`, and then none of it is loaded. */
export async function joinCluster(options: OpenClusterOptions): Promise<Cluster | null> {
  if (options.config.cluster_secret === undefined) return null
  const { openCluster } = await import('./placement/open-cluster.ts')
  return openCluster(options)
}

/** Where a home that has workspaces is moved to. */
export async function openJoining(options: OpenJoiningOptions): Promise<JoiningCluster> {
  const opened = await import('./placement/open-joining.ts')
  return opened.openJoining(options)
}
