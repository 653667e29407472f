import type { VectorChanges } from '../../planes/candidate-source.ts'

/** The vectors of the workspaces' files by sequence number, as an index elsewhere follows them. */
export interface VectorLog {
  /** Changes after `seq`, in order, about `limit` of them; from 0 it is every vector there is. */
  changesSince(workspaceId: string, seq: number, limit: number): VectorChanges
}
