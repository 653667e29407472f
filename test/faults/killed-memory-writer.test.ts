import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { memoryMigrations } from '../../kernel/planes/index.ts'
import { openTestPlanes, temporaryFolder } from '../rooms/planes.ts'

const workspaceId = `ws_${'7'.repeat(26)}`
const space = { key: 'test/8', dimensions: 8 }
const integrityCheck = `INSERT INTO kernel_passage_words (kernel_passage_words, rank) VALUES ('integrity-check', 1)`
const oddOnes = `
  SELECT (SELECT count(*) FROM kernel_passages) - (SELECT passages FROM kernel_passage_state) AS miscounted,
    (SELECT count(*) FROM kernel_passage_sketches) - (SELECT coalesce(sum(embedded), 0) FROM kernel_passage_spaces) AS missummed,
    (SELECT count(*) FROM kernel_passages p LEFT JOIN kernel_passage_documents d USING (document_key) WHERE d.document_key IS NULL) AS orphans,
    (SELECT count(*) FROM kernel_passage_sketches s LEFT JOIN kernel_passages p USING (passage_id) WHERE p.passage_id IS NULL) AS strays,
    (SELECT count(*) FROM kernel_passage_sketches s LEFT JOIN kernel_passage_vectors v USING (vector_id) WHERE v.vector_id IS NULL) AS empty,
    (SELECT count(*) FROM (SELECT 1 FROM kernel_passages GROUP BY document_key HAVING count(*) <> 3)) AS halves`

it('leaves no half document behind when it is killed while it remembers', async () => {
  const folder = await temporaryFolder()
  try {
    const writer = new URL('../support/programs/memory-writer.ts', import.meta.url).pathname
    const child = spawn(process.execPath, ['--conditions=svc-source', writer, folder.path, workspaceId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(child.stdout)) if (Number(line) >= 40) break
    child.kill('SIGKILL')
    await once(child, 'exit')

    const planes = await openTestPlanes({
      path: folder.path,
      migrations: [{ owner: 'kernel', migrations: memoryMigrations }],
    })
    try {
      const none = { miscounted: 0, missummed: 0, orphans: 0, strays: 0, empty: 0, halves: 0 }
      expect(planes.data.use(workspaceId, db => db.get(oddOnes))).toEqual(none)
      planes.data.use(workspaceId, db => db.run(integrityCheck))
      const vector = { space, values: new Float32Array(8).fill(1) }
      const search = { mode: 'hybrid', text: '三番目', vector, filter: { at: 2, tags: ['all'] }, limit: 200 } as const
      const { candidates } = await planes.memory.search(workspaceId, search, AbortSignal.timeout(10_000))
      expect(candidates.length).toBeGreaterThan(20)
    } finally {
      await planes.close()
    }
  } finally {
    await folder.remove()
  }
})
