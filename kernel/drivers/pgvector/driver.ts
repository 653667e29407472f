import { defineDriver } from '@svc/plugin'
import { isPostgres } from '../postgres/is-postgres.ts'
import { SqliteMemoryPlane } from '../sqlite/memory/sqlite-memory-plane.ts'
import type { Pgvector } from './open-pgvector.ts'

/** Memory in the workspaces' files, with an index of all their vectors in the PostgreSQL of `DATABASE_URL`, if that has pgvector. */
export const pgvector = defineDriver({
  id: 'pgvector',
  inHome: true,
  serves: ({ plane, url }) => (plane === 'memory' && isPostgres(url) ? 10 : 0),
  provides: {
    async memory({ data, databaseUrl, clock, log }) {
      // Loaded here alone: without PostgreSQL its driver costs the start nothing.
      const { openPgvector } = await import('./open-pgvector.ts')
      const memory = new SqliteMemoryPlane({ data, log })
      let index: Pgvector | null = null
      return {
        memory,
        follow(marks, { recovers }) {
          if (index !== null) return
          index = openPgvector({ databaseUrl: databaseUrl ?? '', data, vectors: memory, marks, clock, log })
          memory.useCandidates(index)
          if (recovers) index.recover()
        },
        removed: workspaceId => index?.removed(workspaceId),
        async status() {
          const files = await memory.status()
          return index?.status(files) ?? files
        },
        async close() {
          await index?.close()
          await memory.close()
        },
      }
    },
  },
})
