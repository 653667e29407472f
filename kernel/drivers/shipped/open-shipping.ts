import type { WorkspaceLogOptions } from './open-workspace-log.ts'

/** All of this room is loaded here, when it is asked for, so that it costs other servers nothing. */
export async function openShipping(options: WorkspaceLogOptions) {
  const { createShipping } = await import('./shipping.ts')
  return createShipping(options)
}
