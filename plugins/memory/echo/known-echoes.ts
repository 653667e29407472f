import { UnprocessableError } from '@svc/plugin'
import type { Clock, DataPlane, MemoryFilter, MemoryPlane } from '@svc/plugin'
import type { Remembering } from '@svc/plugin/contracts/memory'
import { documentStore } from '../documents/document-store.ts'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import { bestOfDocuments } from '../ranking/best-of-documents.ts'
import { EchoGate } from './echo-gate.ts'
import type { Echo, NearText } from './echo-gate.ts'

/** Documents that may say the same; those that share the most words of weight come first. */
const mostCandidates = 5
const mostPassages = 20
const longestQuestion = 4000

export interface KnownEchoesOptions {
  data: DataPlane
  plane: MemoryPlane
  embedding: WorkspaceEmbedding
  clock: Clock
}

interface NewText {
  content: string
  fingerprint: string
  valid_until: number | null
}

/** Looks for what a new text restates: what was just said, and what is remembered already. */
export class KnownEchoes {
  readonly #options: KnownEchoesOptions

  constructor(options: KnownEchoesOptions) {
    this.#options = options
  }

  /** @throws UnprocessableError `memory_restates` */
  async refuse(text: NewText, { principal, said = [], signal }: Remembering): Promise<void> {
    const gate = new EchoGate(text.content)
    const echo = gate.emptyTalk() ?? gate.prompt(said) ?? (await this.#ofDocuments(gate, text, principal, signal))
    if (echo) throw restating(echo)
  }

  async #ofDocuments(
    gate: EchoGate,
    { content, ...facts }: NewText,
    principal: Remembering['principal'],
    signal: AbortSignal,
  ): Promise<Echo | null> {
    const { data, plane, clock } = this.#options
    const { workspace_id: workspaceId } = principal
    const same = data.use(workspaceId, db => documentStore.sameText(db, facts, clock.now()))
    if (same !== null) return gate.sameText(same)
    if (!gate.isRemark) return null
    const filter: MemoryFilter = { at: clock.now() }
    const text = content.slice(0, longestQuestion)
    const search = { mode: 'keyword' as const, text, vector: null, filter, limit: mostPassages }
    const { candidates } = await plane.search(workspaceId, search, signal)
    const found = bestOfDocuments(candidates, mostCandidates)
    const earlier = data.use(workspaceId, db =>
      documentStore.many(
        db,
        found.map(({ document_id }) => document_id),
      ),
    )
    const passages = new Map(found.map(({ document_id, text: passage }) => [document_id, passage]))
    const finding = gate.documents(
      earlier.flatMap(({ id, head }) => [
        { id, text: head },
        { id, text: passages.get(id) ?? '' },
      ]),
    )
    if ('echo' in finding) return finding.echo
    return finding.near.length === 0 ? null : this.#byMeaning(gate, finding.near, { principal, text, filter, signal })
  }

  async #byMeaning(
    gate: EchoGate,
    near: readonly NearText[],
    question: { principal: Remembering['principal']; text: string; filter: MemoryFilter; signal: AbortSignal },
  ): Promise<Echo | null> {
    const { principal, text, filter, signal } = question
    const vector = await this.#options.embedding.query(principal, text, signal)
    if ('unavailable' in vector) return null
    const search = { mode: 'semantic' as const, text, vector, filter, limit: mostPassages }
    const { candidates } = await this.#options.plane.search(principal.workspace_id, search, signal)
    for (const { document_id, semantic } of bestOfDocuments(candidates, mostCandidates)) {
      if (!near.some(({ id }) => id === document_id)) continue
      const echo = gate.meaning(document_id, semantic?.similarity ?? 0)
      if (echo) return echo
    }
    return null
  }
}

function restating({ restates, reason }: Echo): UnprocessableError {
  return new UnprocessableError('memory_restates', reason, { extra: { restates } })
}
