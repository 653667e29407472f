/** Remembers, embeds, changes and forgets documents until it is killed, and prints each round; started by a test as a process of its own. */
import { memoryMigrations } from '../../../kernel/planes/index.ts'
import { openTestPlanes } from '../../rooms/planes.ts'

const [path = '', workspaceId = ''] = process.argv.slice(2)
const space = { key: 'test/8', dimensions: 8 }
const facts = { source: null, tags: ['all'], created_at: 1, valid_from: null, valid_until: null }
const { memory, data } = await openTestPlanes({
  path,
  migrations: [{ owner: 'kernel', migrations: memoryMigrations }],
})

for (let round = 0; ; round += 1) {
  data.use(workspaceId, db =>
    db.transaction(() => {
      const texts = ['first', 'second', 'third 三番目'].map(word => `${word} of round ${round}`)
      const passages = texts.map((text, ordinal) => ({ ordinal, text, heading: [], start: 0, end: text.length }))
      memory.put(db, { document_id: `mem_${round}`, ...facts, passages })
      if (round % 3 === 2) memory.remove(db, [`mem_${round - 1}`])
      if (round % 5 === 4)
        memory.put(db, { document_id: `mem_${round - 4}`, ...facts, passages: passages.toReversed() })
    }),
  )
  const waiting = memory.unembedded(workspaceId, space, { limit: 4 })
  const vectors = waiting.map(({ passage_id }) => ({ passage_id, values: new Float32Array(8).fill(passage_id) }))
  memory.addVectors(workspaceId, space, vectors)
  process.stdout.write(`${round}\n`)
}
