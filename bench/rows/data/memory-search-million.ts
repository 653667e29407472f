import type { MemorySearchFigures } from '../../peers/data/memory-search.ts'
import { runQueue } from '../../support/queue-process.ts'
import { atMost, noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const file = 'bench/peers/data/memory-search.ts'
/** Storing a million documents takes most of it. */
const longestMs = 60 * 60_000

/** A search among 1,000,000 documents of one workspace beside the same among 100,000. Some 20 minutes, 8 GB of memory and of disk. */
export async function memorySearchMillion(): Promise<Row[]> {
  const few = await runQueue<MemorySearchFigures>(file, { DOCUMENTS: 100_000 })
  const many = await runQueue<MemorySearchFigures>(file, { DOCUMENTS: 1_000_000 }, longestMs)
  const path = 'memory search, 1,000,000 documents'
  const grown = (measure: string, mode: 'hybrid' | 'keyword' | 'semantic') =>
    atMost({ path, measure, ours: many[mode], unit: 'ms', beside: { name: '100,000 documents', value: few[mode] } }, 10)
  return [
    grown('hybrid, p50', 'hybrid'),
    grown('by words, p50', 'keyword'),
    grown('by meaning, p50', 'semantic'),
    noGoal({
      path,
      measure: 'by meaning, p50',
      ours: many.semantic,
      unit: 'ms',
      beside: { name: 'exact scan', value: many.exact },
    }),
    noGoal({
      path,
      measure: 'by meaning, recall@10',
      ours: many.recall,
      unit: '',
      beside: { name: 'exact scan', value: 1 },
    }),
  ]
}
