import { UnavailableError } from '@svc/plugin'

/** Where another server is reached. */
export interface Peer {
  server_id: string
  url: string
}

/** The workspace belongs to another server: a request goes there, anything else is refused here. */
export class ElsewhereError extends UnavailableError {
  readonly workspaceId: string
  readonly peer: Peer

  constructor(workspaceId: string, peer: Peer) {
    super(`Workspace ${workspaceId} is at the server ${peer.server_id}.`, { retry_after_seconds: 1 })
    this.workspaceId = workspaceId
    this.peer = peer
  }
}
