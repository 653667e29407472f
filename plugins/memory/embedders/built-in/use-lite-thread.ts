import { serveThread, Transferred } from '@svc/plugin/child'
import type { TokenCacheUse, TokenMatches } from '../token-matches.ts'
import type { RuntimeName } from './model/runtime.ts'
import type { Precision } from './model/sentence-graph.ts'
import { TokenMatcher } from './model/token-matcher.ts'
import { UseLite } from './model/use-lite.ts'

/** What the thread is asked for: vectors of texts, or how a question compares with passages. */
export type UseLiteTask = { runtimes: readonly RuntimeName[]; precision: Precision } & (
  { texts: readonly string[] } | { question: string; passages: readonly string[] }
)

export interface UseLiteAnswer {
  runtime: RuntimeName
  vectors: Float32Array[]
  matches: TokenMatches | null
  cache: TokenCacheUse
}

/** Of token vectors: some 500 passages of a page, or 3,000 notes. */
const mostCachedBytes = 48 * 1024 * 1024

let loading: Promise<{ model: UseLite; matcher: TokenMatcher }> | null = null

async function load({ runtimes, precision }: UseLiteTask): Promise<{ model: UseLite; matcher: TokenMatcher }> {
  const model = await UseLite.open(runtimes, precision)
  return { model, matcher: new TokenMatcher(model, mostCachedBytes) }
}

// The model takes hundreds of megabytes and computes for tens of milliseconds a text, which the server's own thread does not have.
serveThread(async (task: UseLiteTask) => {
  const { model, matcher } = await (loading ??= load(task).catch((error: unknown) => {
    loading = null
    throw error
  }))
  const vectors = 'texts' in task ? await model.sentences(task.texts) : []
  const matches = 'question' in task ? await matcher.matches(task.question, task.passages) : null
  const answer: UseLiteAnswer = { runtime: model.runtime, vectors, matches, cache: matcher.use }
  const buffers = [...vectors, ...(matches?.best ?? [])].map(({ buffer }) => buffer as ArrayBuffer)
  return new Transferred(answer, buffers)
})
