import type { MemoryFindings, MemorySearch } from '@svc/plugin'
import { serveThread } from '@svc/plugin/child'
import { ReaderFiles } from '../data/reader-files.ts'
import { SketchIndexes } from './search/sketch-indexes.ts'
import { TermSplitter } from './search/term-splitter.ts'
import { WorkspaceSearch } from './search/workspace-search.ts'
import type { Outside } from './search/workspace-search.ts'

export interface SearchTask {
  path: string
  search: MemorySearch
  outside: Outside
}

const mostOpen = 32
const shared = { indexes: new SketchIndexes(), splitter: new TermSplitter() }
const files = new ReaderFiles(mostOpen, path => new WorkspaceSearch(path, shared))

// Searching takes tens of milliseconds, which the server's own thread does not have.
serveThread(async ({ path, search, outside }: SearchTask): Promise<MemoryFindings> =>
  files.use(path, workspace => workspace.search(search, outside)),
)
