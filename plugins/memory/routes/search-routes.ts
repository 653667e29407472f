import type { RouteRegistrar } from '@svc/plugin'
import type { MemorySearches } from '../documents/memory-search.ts'
import type { MemoryStats } from '../documents/memory-stats.ts'
import { exampleResult } from './examples.ts'
import { searchAnswer, searchBody, stats } from './schemas.ts'

/** Finding, and how much there is to find. */
export function searchRoutes(app: RouteRegistrar, options: { searches: MemorySearches; stats: MemoryStats }): void {
  app.route({
    method: 'POST',
    path: '/api/memory/search',
    operationId: 'searchMemory',
    summary: 'Find what the workspace remembers',
    description:
      'By words and by meaning, one result a document, best first. `score` is 0 to 1 and comparable within one answer; `chunk` is the passage ' +
      'that was found. Operators and quotes mean nothing in a query. While no embedder answers it is found by keywords, and `notice` says why.',
    permission: 'memory:read',
    body: searchBody,
    example: {
      summary: 'In words that do not stand there',
      body: { query: 'where does postgres run before release?', top_k: 3 },
    },
    responses: {
      200: {
        description: 'Best first',
        schema: searchAnswer,
        example: { results: [exampleResult], mode: 'hybrid', notice: null },
      },
    },
    idempotent: false,
    async handler({ principal, signal, body: { explain: isExplained = false, ...question } }) {
      const { results, ...answer } = await options.searches.search({ ...question, principal, signal })
      const shown = results.map(({ explain, ...result }) => (isExplained ? { ...result, explain } : result))
      return { results: shown, ...answer }
    },
  })

  app.route({
    method: 'GET',
    path: '/api/memory/stats',
    operationId: 'getMemoryStats',
    summary: 'How much the workspace remembers, and from where',
    permission: 'memory:read',
    responses: {
      200: {
        description: 'The counts',
        schema: stats,
        example: {
          documents: 12,
          passages: 31,
          embedded: 31,
          sources: [{ source: 'runbook', documents: 12, passages: 31 }],
        },
      },
    },
    handler: ({ principal }) => options.stats.of(principal.workspace_id),
  })
}
