import type { MemorySearchFigures } from '../../peers/data/memory-search.ts'
import { runQueue } from '../../support/queue-process.ts'
import { atMost, noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const file = 'bench/peers/data/memory-search.ts'
const path = 'memory search, 100,000 documents'
const leastRecall = 0.95
const mostDelayMs = 5

/** A search by words and by meaning, in its thread, beside an exact scan in memory and FTS5 alone. */
export async function memorySearch(): Promise<Row[]> {
  const few = await runQueue<MemorySearchFigures>(file, { DOCUMENTS: 10_000 })
  const many = await runQueue<MemorySearchFigures>(file, { DOCUMENTS: 100_000 })
  const slower = many.keyword > many.semantic ? 'by words alone' : 'by meaning alone'
  const of = (name: string, value: number) => ({ name, value })
  return [
    atMost(
      {
        path,
        measure: 'hybrid, p50',
        ours: many.hybrid,
        unit: 'ms',
        beside: of(slower, Math.max(many.keyword, many.semantic)),
      },
      2,
    ),
    noGoal({ path, measure: 'hybrid, p50', ours: many.hybrid, unit: 'ms', beside: of('exact scan', many.exact) }),
    noGoal({ path, measure: 'hybrid, p50', ours: many.hybrid, unit: 'ms', beside: of('FTS5 alone', many.fts5) }),
    noGoal({ path, measure: 'by meaning, p50', ours: many.semantic, unit: 'ms', beside: of('exact scan', many.exact) }),
    {
      path,
      measure: 'by meaning, recall@10',
      ours: many.recall,
      unit: '',
      beside: of('exact scan', 1),
      ratio: many.recall,
      goal: `≥ ${leastRecall}`,
      met: many.recall >= leastRecall,
    },
    atMost(
      {
        path,
        measure: 'event-loop delay of the asking thread, p99',
        ours: many.loopDelay,
        unit: 'ms',
        beside: of('the goal', mostDelayMs),
      },
      1,
    ),
    atMost(
      {
        path: 'memory search, growth',
        measure: 'hybrid, p50, 100,000 documents',
        ours: many.hybrid,
        unit: 'ms',
        beside: of('10,000 documents', few.hybrid),
      },
      10,
    ),
  ]
}
