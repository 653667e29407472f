import type { MemoryFindings, MemorySearch } from '@svc/plugin'
import { serveThread } from '@svc/plugin/child'
import { SketchIndexes } from './search/sketch-indexes.ts'
import { TermSplitter } from './search/term-splitter.ts'
import { WorkspaceSearch } from './search/workspace-search.ts'
import type { Outside } from './search/workspace-search.ts'

export interface SearchTask {
  path: string
  search: MemorySearch
  outside: Outside
}

// A file that is let go of can be emptied of its log and closed by its owner.
const idleMs = 1000
const sweepMs = 250
const mostOpen = 32

const shared = { indexes: new SketchIndexes(), splitter: new TermSplitter() }
const open = new Map<string, WorkspaceSearch>()
let sweep: NodeJS.Timeout | null = null

// Searching takes tens of milliseconds, which the server's own thread does not have.
serveThread(async ({ path, search, outside }: SearchTask): Promise<MemoryFindings> => {
  try {
    return workspace(path).search(search, outside)
  } catch (error) {
    // What failed may be the connection itself.
    release(path)
    throw error
  }
})

function workspace(path: string): WorkspaceSearch {
  const known = open.get(path)
  if (known !== undefined) return known
  if (open.size >= mostOpen) release(longestUnused())
  const opened = new WorkspaceSearch(path, shared)
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
