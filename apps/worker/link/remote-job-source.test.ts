import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonValue, Settlement } from '@svc/plugin'
import { Parse } from 'typebox/value'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { LinkClient } from './link-client.ts'
import type { ServerLink } from './link-client.ts'
import { exchangeBody } from '../../../plugins/jobs/workers/link-schemas.ts'
import type { ExchangeBody } from '../../../plugins/jobs/workers/link-schemas.ts'
import { RemoteJobSource } from './remote-job-source.ts'

const worker = { id: 'worker:1', version: '1.0.0', schema: null }
const request = {
  workspaceId: null,
  worker_id: worker.id,
  kinds: ['a'],
  queues: null,
  limit: 4,
  lease_ms: 30_000,
  wait_ms: 60_000,
}
const stopping = new AbortController()

/** A server that answers each exchange with what it settles, and waits until a later turn. */
class LinkInMemory implements ServerLink {
  readonly name = 'a server'
  readonly sent: ExchangeBody[] = []
  answer: { status: number; body: JsonValue } | null = null
  #later = Promise.withResolvers<void>()

  async request(_method: 'GET' | 'POST', path: string, body?: JsonValue): Promise<{ status: number; body: JsonValue }> {
    if (!path.endsWith('/exchange')) return { status: 200, body: { after: '', jobs: [] } }
    const exchange = Parse(exchangeBody, body)
    this.sent.push(exchange)
    this.#later.resolve()
    this.#later = Promise.withResolvers()
    if (this.answer) return this.answer
    if (exchange.wait_seconds > 0) await this.#later.promise
    return { status: 200, body: { settled: exchange.settlements.map(() => ({ type: 'accepted' })), claimed: [] } }
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

let link: LinkInMemory
let mismatches: string[]
let source: RemoteJobSource
beforeEach(() => {
  link = new LinkInMemory()
  mismatches = []
  const client = new LinkClient(link, error => mismatches.push(error.message))
  source = new RemoteJobSource({
    client,
    worker,
    clock: new ManualClock(),
    log: recordingLog(),
    signal: stopping.signal,
  })
})
afterEach(() => stopping.abort())

function settlement(n: number, result: string): Settlement {
  return { workspace_id: 'ws_1', job_id: `job_${n}`, claim_token: `token ${n}`, type: 'succeeded', result }
}

describe('the queue of a server elsewhere', () => {
  it('gets large results in pieces, in order, and is asked for more with the last of them', async () => {
    const settlements = Array.from({ length: 10 }, (_, n) => settlement(n, 'x'.repeat(1024 * 1024)))
    const exchange = source.exchange({ settlements, claim: { ...request, wait_ms: 0 } }, new AbortController().signal)
    await vi.waitFor(() => expect(link.sent.length).toBe(4))
    await source.exchange({ settlements: [], claim: null }, new AbortController().signal)
    expect(await exchange).toEqual({ settled: Array(10).fill({ type: 'accepted' }), claimed: [] })
    const pieces = link.sent.slice(0, 4)
    expect(pieces.map(({ settlements: piece, claim }) => [piece.length, claim?.limit ?? null])).toEqual([
      [3, null],
      [3, null],
      [3, null],
      [1, 4],
    ])
    expect(pieces.flatMap(piece => piece.settlements.map(({ job_id }) => job_id))).toEqual(
      settlements.map(({ job_id }) => job_id),
    )
  })

  it('is asked to end a wait by a later turn, so that no answer is cut off', async () => {
    const interrupt = new AbortController()
    const exchange = source.exchange({ settlements: [], claim: request }, interrupt.signal)
    await vi.waitFor(() => expect(link.sent.length).toBe(1))
    interrupt.abort()
    expect(await exchange).toEqual({ settled: [], claimed: [] })
    expect(link.sent.map(({ turn, wait_seconds, claim }) => [turn, wait_seconds, claim === null])).toEqual([
      [1, 15, false],
      [2, 0, true],
    ])
  })

  it('says when the server has become another one', async () => {
    link.answer = { status: 409, body: { code: 'worker_mismatch', detail: 'The server is version 2.0.0.' } }
    const exchange = source.exchange({ settlements: [], claim: request }, new AbortController().signal)
    await expect(exchange).rejects.toMatchObject({ status: 409, code: 'worker_mismatch' })
    expect(mismatches).toEqual(['The server is version 2.0.0.'])
  })
})
