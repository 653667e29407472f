import type { Clock, DataPlane, Logger, PlaneStatus, WorkspaceMarks } from '@svc/plugin'
import type { CandidateSource } from '../sqlite/memory/candidate-source.ts'
import { PgvectorCandidates } from './pgvector-candidates.ts'
import { statusOf } from './pgvector-status.ts'
import { VectorIndex } from './vector-index.ts'
import type { VectorLog } from './vector-sync.ts'
import { exactUpTo as exactUpToUsually, VectorSync } from './vector-sync.ts'

export interface PgvectorOptions {
  databaseUrl: string
  data: DataPlane
  vectors: VectorLog
  /** Kept for this alone. */
  marks: WorkspaceMarks
  /** For tests: vectors of a workspace that are read without an index; 5,000 otherwise. */
  exactUpTo?: number
  clock: Clock
  log: Logger
}

/** An index of all workspaces' vectors in PostgreSQL, which follows their files. */
export interface Pgvector extends CandidateSource {
  /** Looks whether PostgreSQL has the extension, and brings the index up to date, in the background: for one process of all. */
  recover(): void
  /** The workspace was deleted. */
  removed(workspaceId: string): void
  /** What `planes/status` says, given what it says of the files alone. */
  status(files: PlaneStatus): Promise<PlaneStatus>
  /** To be closed before the data plane. */
  close(): Promise<void>
}

/** Connects with its first question or change; without the extension, or without PostgreSQL, it has no candidates. */
export function openPgvector(options: PgvectorOptions): Pgvector {
  const { databaseUrl, data, vectors, marks, exactUpTo = exactUpToUsually, clock, log } = options
  const index = new VectorIndex({ databaseUrl, clock, log })
  const sync = new VectorSync({ index, vectors, data, marks, exactUpTo, clock, log })
  const source = new PgvectorCandidates({ index, sync, vectors, data, exactUpTo, clock, log })
  return {
    recover: () => sync.recover(),
    removed: workspaceId => sync.noticed(workspaceId),
    changed: workspaceId => sync.changed(workspaceId),
    candidates: (question, signal) => source.candidates(question, signal),
    status: files => statusOf(files, { index, sync, source }),
    async close() {
      index.abort()
      await sync.close()
      await index.close()
    },
  }
}
