import { parentPort } from 'node:worker_threads'
import type { MemoryFindings, MemorySearch } from '@svc/plugin'
import { SketchIndexes } from './search/sketch-indexes.ts'
import { TermSplitter } from './search/term-splitter.ts'
import { WorkspaceSearch } from './search/workspace-search.ts'
import type { Outside } from './search/workspace-search.ts'

export type SearchTask = { type: 'search'; path: string; search: MemorySearch; outside: Outside } | { type: 'close' }
export type SearchAnswer = { findings: MemoryFindings } | { message: string; code: string | null } | { closed: true }

// A file that is let go of can be emptied of its log and closed by its owner.
const idleMs = 1000
const sweepMs = 250
const mostOpen = 32

const means = { indexes: new SketchIndexes(), splitter: new TermSplitter() }
const open = new Map<string, WorkspaceSearch>()
let sweep: NodeJS.Timeout | null = null

// Searching takes tens of milliseconds, which the server's own thread does not have.
parentPort?.on('message', (task: SearchTask) => {
  if (task.type === 'close') {
    closeAll()
    parentPort?.postMessage({ closed: true } satisfies SearchAnswer)
    return
  }
  parentPort?.postMessage(answer(task))
})

function answer(task: SearchTask & { type: 'search' }): SearchAnswer {
  try {
    return { findings: workspace(task.path).search(task.search, task.outside) }
  } catch (cause) {
    const error = cause as Error & { code?: string }
    // What failed may be the connection itself.
    release(task.path)
    return { message: error.message, code: error.code ?? null }
  }
}

function workspace(path: string): WorkspaceSearch {
  const known = open.get(path)
  if (known !== undefined) return known
  if (open.size >= mostOpen) release(longestUnused())
  const opened = new WorkspaceSearch(path, means)
  open.set(path, opened)
  sweep ??= setTimeout(closeIdle, sweepMs)
  return opened
}

function closeIdle(): void {
  const now = performance.now()
  for (const [path, each] of open) if (now - each.lastUsed >= idleMs) release(path)
  sweep = open.size === 0 ? null : setTimeout(closeIdle, sweepMs)
}

function longestUnused(): string {
  const [first = ''] = [...open].toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed).map(([path]) => path)
  return first
}

function release(path: string): void {
  const held = open.get(path)
  open.delete(path)
  held?.close()
}

function closeAll(): void {
  for (const path of [...open.keys()]) release(path)
  means.splitter.close()
  if (sweep !== null) clearTimeout(sweep)
}
