import { UnprocessableError } from '@svc/plugin'
import type {
  Clock,
  DataPlane,
  IdempotentRequest,
  PluginEnv,
  RouteReply,
  RouteRequest,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { Turn } from '@svc/plugin/contracts/conversations'
import { answeredTurn } from './answered-turn.ts'
import { turnStore } from '../turns/turn-store.ts'
import type { TurnEngine } from '../turns/turn-engine.ts'

type OnStored = (db: WorkspaceDatabase, turn: { turn_id: string }) => void
type Asked = Pick<RouteRequest, 'principal' | 'idempotency' | 'baseUrl' | 'signal'>

interface TurnRequestsOptions {
  turns: TurnEngine
  data: DataPlane
  clock: Clock
  phrase: PluginEnv['phrase']
}

/** Requests that begin a turn: each begins one at most, however often it is sent, and is answered whole or as a stream. */
export class TurnRequests {
  readonly #turns: TurnEngine
  readonly #data: DataPlane
  readonly #clock: Clock
  readonly #phrase: PluginEnv['phrase']
  /** Under way to their turns; the same request meanwhile waits for the same turn. */
  readonly #beginning = new Map<string, { body_hash: string; turn: Promise<Turn> }>()

  constructor({ turns, data, clock, phrase }: TurnRequestsOptions) {
    this.#turns = turns
    this.#data = data
    this.#clock = clock
    this.#phrase = phrase
  }

  /** @throws UnprocessableError `idempotency_mismatch`, and what `begin` throws */
  async answer(asked: Asked, reply: RouteReply, stream: boolean, begin: (onStored?: OnStored) => Promise<Turn>) {
    const { principal, idempotency, signal } = asked
    const { workspace_id } = principal
    const { turn, replayed } = await this.#begin(workspace_id, idempotency, begin)
    if (replayed) reply.header('idempotency-replayed', 'true')
    if (stream) {
      const where = { workspace_id, session_id: turn.session_id, turn_id: turn.turn_id, after: null }
      return reply.sse(this.#turns.follow(where, signal))
    }
    const answer = await answeredTurn(this.#turns, turn, asked, this.#phrase)
    reply.status(answer.status === 'waiting' ? 202 : 200)
    return answer
  }

  async #begin(
    workspaceId: string,
    request: IdempotentRequest | null,
    begin: (onStored?: OnStored) => Promise<Turn>,
  ): Promise<{ turn: Turn; replayed: boolean }> {
    if (request === null) return { turn: await begin(), replayed: false }
    const known = this.#known(workspaceId, request)
    if (known) return { turn: await known, replayed: true }
    const turn = begin((db, begun) => turnStore.keepRequest(db, request, begun.turn_id, this.#clock.now()))
    const key = keyOf(workspaceId, request)
    this.#beginning.set(key, { body_hash: request.body_hash, turn })
    try {
      return { turn: await turn, replayed: false }
    } finally {
      this.#beginning.delete(key)
    }
  }

  #known(workspaceId: string, request: IdempotentRequest): Promise<Turn> | null {
    const beginning = this.#beginning.get(keyOf(workspaceId, request))
    if (beginning) {
      checkBody(beginning.body_hash, request)
      return beginning.turn
    }
    const row = this.#data.use(workspaceId, db => turnStore.ofRequest(db, request.key_hash, this.#clock.now()))
    if (row === null) return null
    checkBody(row.body_hash, request)
    return Promise.resolve(this.#turns.get(workspaceId, row.turn_id))
  }
}

function keyOf(workspaceId: string, request: IdempotentRequest): string {
  return `${workspaceId} ${request.key_hash}`
}

function checkBody(bodyHash: string, request: IdempotentRequest): void {
  if (bodyHash === request.body_hash) return
  throw new UnprocessableError(
    'idempotency_mismatch',
    'This Idempotency-Key was used for a request with another body. Use a new key.',
  )
}
