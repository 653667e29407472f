import { afterAll, beforeAll } from 'vitest'
import type {
  DataPlane,
  MemoryCandidate,
  MemoryFindings,
  MemoryPlane,
  MemorySearch,
  Passage,
  PassageFacts,
  VectorSpace,
  WorkspaceDatabase,
} from '@svc/plugin'
import { createIds, systemClock } from '../../../kernel/services/index.ts'

export interface OpenedMemory {
  memory: MemoryPlane
  data: DataPlane
  /** The folder of the home. */
  home: string
  /** Resolves when what was written is known everywhere. */
  settled(workspaceId: string): Promise<void>
  close(): Promise<void>
}

/** Opens a home with its memory plane; without a path an own one, removed when closed. */
export type OpenMemory = (options?: { path?: string }) => Promise<OpenedMemory>

export const spaceA: VectorSpace = { key: 'test/a/16', dimensions: 16 }
export const spaceB: VectorSpace = { key: 'test/b/8', dimensions: 8 }

const ids = createIds(systemClock)
export const noFacts: PassageFacts = { source: null, tags: [], created_at: 1000, valid_from: null, valid_until: null }

export function newWorkspace(): string {
  return ids.create('ws')
}

/** A vector that is the same for the same number, and near to nothing else. */
export function vectorOf(seed: number, { dimensions }: VectorSpace): Float32Array {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state / 2 ** 31 - 1
  })
}

/** One vector leaning towards another. */
export function between(one: Float32Array, other: Float32Array, share: number): Float32Array {
  return one.map((value, index) => value * (1 - share) + (other[index] ?? 0) * share)
}

/** A workspace of one plane, in the words of the tests. */
export class TestMemory {
  readonly workspaceId = newWorkspace()
  readonly #opened: () => OpenedMemory
  #isSettled = false

  constructor(opened: () => OpenedMemory) {
    this.#opened = opened
  }

  /** A copy, because the caller may change it. */
  get plane(): MemoryPlane {
    this.#isSettled = false
    return this.#opened().memory
  }

  put(
    document_id: string,
    texts: string | readonly (string | Pick<Passage, 'heading' | 'text'>)[],
    facts: Partial<PassageFacts> = {},
  ): void {
    const passages = (typeof texts === 'string' ? [texts] : texts).map((piece, ordinal) => {
      const { text, heading } = typeof piece === 'string' ? { text: piece, heading: [] } : piece
      return { ordinal, text, heading, start: ordinal * 1000, end: ordinal * 1000 + text.length }
    })
    this.write(db => this.plane.put(db, { document_id, ...noFacts, ...facts, passages }))
  }

  describe(documentId: string, facts: Partial<PassageFacts>): void {
    this.write(db => this.plane.describe(db, documentId, { ...noFacts, ...facts }))
  }

  remove(...documentIds: string[]): void {
    this.write(db => this.plane.remove(db, documentIds))
  }

  write(work: (db: WorkspaceDatabase) => void): void {
    this.#opened().data.use(this.workspaceId, db => db.transaction(() => work(db)))
  }

  /** Gives each document's passages the vectors of its seeds, in order. */
  embed(space: VectorSpace, seeds: Record<string, readonly number[] | number>): void {
    for (const [documentId, seed] of Object.entries(seeds)) {
      const waiting = this.plane.unembedded(this.workspaceId, space, { limit: 100, documentIds: [documentId] })
      const numbers = typeof seed === 'number' ? [seed] : seed
      const vectors = waiting.map(({ passage_id }, index) => ({
        passage_id,
        values: vectorOf(numbers[index] ?? 0, space),
      }))
      this.plane.addVectors(this.workspaceId, space, vectors)
    }
  }

  /** `found` has the first of each document. */
  async search(asked: Partial<MemorySearch>): Promise<MemoryFindings & { found: MemoryCandidate[] }> {
    const { memory, settled } = this.#opened()
    if (!this.#isSettled) await settled(this.workspaceId)
    this.#isSettled = true
    const search = { mode: 'hybrid', text: '', vector: null, filter: { at: 5000 }, limit: 10, ...asked } as const
    const findings = await memory.search(this.workspaceId, search, AbortSignal.timeout(10_000))
    const { candidates } = findings
    const isFirst = ({ document_id }: MemoryCandidate, index: number): boolean =>
      candidates.findIndex(each => each.document_id === document_id) === index
    return { ...findings, found: candidates.filter(isFirst).slice(0, search.limit) }
  }

  /** Ids of the documents, best first. */
  async ids(asked: Partial<MemorySearch>): Promise<string[]> {
    const { found } = await this.search(asked)
    return found.map(each => each.document_id)
  }

  keyword(text: string, asked: Partial<MemorySearch> = {}): Promise<string[]> {
    return this.ids({ mode: 'keyword', text, ...asked })
  }

  near(space: VectorSpace, seed: number, asked: Partial<MemorySearch> = {}): Promise<string[]> {
    return this.ids({ mode: 'semantic', vector: { space, values: vectorOf(seed, space) }, ...asked })
  }
}

/** One plane for all tests of a `describe`; each takes a workspace of its own. */
export function openForTests(open: OpenMemory): () => TestMemory {
  let held: OpenedMemory | null = null
  beforeAll(async () => {
    held = await open()
  })
  afterAll(async () => held?.close())
  const opened = (): OpenedMemory => {
    if (held === null) throw new Error('the plane is not open yet')
    return held
  }
  return () => new TestMemory(opened)
}
