import { Readable } from 'node:stream'
import { UnavailableError } from '@svc/plugin'
import type { RouteDefinition, RouteRequest, ServerSentEvent } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { streamRoute } from '../../../test/support/sample-routes.ts'
import { KnownCredentials, startTestHttp } from '../../../test/rooms/http.ts'
import type { Placement } from '../../planes/index.ts'

/** What `kept` answers is set by the test; the driver behind it is tested in `test/contract/shipped`. */
class Gate {
  kept: Placement['kept'] = () => undefined
  readonly #over = Promise.withResolvers<void>()
  readonly over = this.#over.promise
  readonly placement: Placement = {
    serverId: 'srv_1',
    passes: { header: 'x-svc-forwarded', issue: () => '', redeem: () => null },
    directory: {} as Placement['directory'],
    measure: () => undefined,
    enter: () => undefined,
    elsewhere: () => null,
    forget: () => undefined,
    post: async () => undefined,
    onLeaving: () => undefined,
    onGone: () => undefined,
    onAvailable: () => undefined,
    tracked: work => work(() => this.#over.resolve()),
    kept: () => this.kept(),
    isHeld: () => true,
    work: async (_id, work) => work(),
    stopping: async () => undefined,
    serving: () => undefined,
    after: target => target,
    copies: { workspaceIds: async () => [], copy: async () => undefined },
    readyChecks: [],
  }

  /** Holds what is asked for from now on; `held` resolves when something is. */
  hold(): { held: Promise<void>; open: () => void } {
    const { promise, resolve: open } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    this.kept = () => {
      hold()
      return promise
    }
    return { held, open }
  }
}

const event = (id: string): ServerSentEvent => ({ id, type: 'tick', data: {} })

function fileRoute(body: () => Readable): RouteDefinition {
  return { ...streamRoute(() => never()), handler: (_request, reply) => reply.stream(body(), 'text/plain') }
}

async function* never(): AsyncGenerator<ServerSentEvent> {
  // Nothing is asked of it.
}

/** A source of events that says when it was ended. */
function endedEvents(): { events: AsyncIterable<ServerSentEvent>; ended: Promise<void> } {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const events: AsyncIterator<ServerSentEvent> = {
    next: async () => ({ done: true, value: undefined }),
    return: async () => {
      resolve()
      return { done: true, value: undefined }
    },
  }
  return { events: { [Symbol.asyncIterator]: () => events }, ended }
}

describe('a body that is made while it is sent', () => {
  it('waits with each piece, and with its end', async () => {
    const gate = new Gate()
    const more = Promise.withResolvers<void>()
    const pieces = async function* (): AsyncGenerator<string> {
      yield 'one'
      await more.promise
      yield 'two'
    }
    const { placement } = gate
    await using server = await startTestHttp([fileRoute(() => Readable.from(pieces()))], { options: { placement } })
    const reader = (await server.call('/api/stream')).body!.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader.read()).toEqual({ done: false, value: 'one' })
    const { held, open } = gate.hold()
    more.resolve()
    await held
    const next = reader.read()
    const other = fetch(`${server.url}/healthz`).then(() => 'another request is answered')
    expect(await Promise.race([next, other])).toBe('another request is answered')
    open()
    expect(await next).toEqual({ done: false, value: 'two' })
    expect(await reader.read()).toMatchObject({ done: true })
    await gate.over
  })

  it('is cut off when what it says will not be kept, and is read no further', async () => {
    const gate = new Gate()
    const more = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const pieces = async function* (): AsyncGenerator<string> {
      try {
        yield 'one'
        await more.promise
        for (;;) yield 'two'
      } finally {
        ended.resolve()
      }
    }
    const { placement } = gate
    await using server = await startTestHttp([fileRoute(() => Readable.from(pieces()))], { options: { placement } })
    const reader = (await server.call('/api/stream')).body!.getReader()
    await reader.read()
    gate.kept = () => Promise.reject(new UnavailableError('It is lost.'))
    more.resolve()
    await expect(reader.read()).rejects.toThrow()
    await ended.promise
  })
})

describe('a stream whose answer is not sent', () => {
  it('is ended when what led to it is not kept', async () => {
    const gate = new Gate()
    gate.kept = () => Promise.reject(new UnavailableError('It is lost.'))
    const { events, ended } = endedEvents()
    const { placement } = gate
    await using server = await startTestHttp([streamRoute(() => events)], { options: { placement } })
    expect((await server.call('/api/stream')).status).toBe(503)
    await ended
  })

  it('is ended when its reader leaves before the head is out, and takes no place', async () => {
    const gate = new Gate()
    const { events, ended } = endedEvents()
    const { placement } = gate
    const limits = { streamsPerPrincipal: 1 }
    const closed = Promise.withResolvers<void>()
    const route = streamRoute(({ signal }) => {
      signal.addEventListener('abort', () => closed.resolve())
      return events
    })
    await using server = await startTestHttp([route], { options: { placement }, limits })
    const { held, open } = gate.hold()
    const left = new AbortController()
    const asked = server.call('/api/stream', { signal: left.signal }).catch(() => 'left')
    await held
    left.abort()
    expect(await asked).toBe('left')
    await closed.promise
    open()
    await ended
    gate.kept = () => undefined
    expect((await server.call('/api/stream')).status).toBe(200)
  })

  it('is ended when its reader has too many open', async () => {
    const { events, ended } = endedEvents()
    let count = 0
    const wait = async function* (): AsyncGenerator<ServerSentEvent> {
      yield event('1')
      await new Promise(() => undefined)
    }
    const route = streamRoute(() => ((count += 1) === 1 ? wait() : events))
    await using server = await startTestHttp([route], { limits: { streamsPerPrincipal: 1 } })
    const first = await server.call('/api/stream')
    expect((await server.call('/api/stream')).status).toBe(429)
    await ended
    await first.body?.cancel()
  })
})

/** A stream that its handler writes itself, and what became of it. */
function bytesRoute(before?: (request: RouteRequest) => Promise<void>): { route: RouteDefinition; became: string[] } {
  const became: string[] = []
  const handler: RouteDefinition['handler'] = async (request, reply) => {
    await before?.(request)
    return reply.bytes({ contentType: 'text/plain', unsent: () => became.push('unsent') }, async sink => {
      became.push('written')
      sink.write('one')
    })
  }
  return { route: { ...streamRoute(() => never()), handler }, became }
}

describe('a stream that its handler writes itself', () => {
  it('is written once all is kept that led to it, however long that takes', async () => {
    const gate = new Gate()
    const { route, became } = bytesRoute()
    await using server = await startTestHttp([route], { options: { placement: gate.placement } })
    const { held, open } = gate.hold()
    const asked = server.call('/api/stream')
    await held
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(became).toEqual([])
    gate.kept = () => undefined
    open()
    expect([await (await asked).text(), became]).toEqual(['one', ['written']])
  })

  it('is not written when what led to it is not kept, and its handler learns that once', async () => {
    const gate = new Gate()
    const { route, became } = bytesRoute()
    await using server = await startTestHttp([route], { options: { placement: gate.placement } })
    gate.kept = () => Promise.reject(new UnavailableError('It is lost.'))
    expect((await server.call('/api/stream')).status).toBe(503)
    gate.kept = () => {
      throw new UnavailableError('It is lost.')
    }
    expect((await server.call('/api/stream')).status).toBe(503)
    expect(became).toEqual(['unsent', 'unsent'])
  })

  it('is not written to a reader that has too many open', async () => {
    const gate = new Gate()
    const { route, became } = bytesRoute()
    const options = { placement: gate.placement }
    await using server = await startTestHttp([route], { options, limits: { byteStreamsPerPrincipal: 0 } })
    expect((await server.call('/api/stream')).status).toBe(429)
    gate.kept = async () => undefined
    expect((await server.call('/api/stream')).status).toBe(429)
    expect(became).toEqual(['unsent', 'unsent'])
  })

  it('is not written to a reader whose credential has ended meanwhile', async () => {
    const auth = new KnownCredentials()
    let changed = (): void => undefined
    auth.onChange = (listener?: () => void): void => {
      changed = listener ?? changed
    }
    const { route, became } = bytesRoute(async ({ signal }) => {
      const cutOff = new Promise(resolve => signal.addEventListener('abort', resolve))
      auth.keys.delete('svc_owner')
      changed()
      await cutOff
    })
    await using server = await startTestHttp([route], { options: { auth } })
    expect((await server.call('/api/stream')).status).toBe(401)
    expect(became).toEqual(['unsent'])
  })
})

it('an event that was held until the stream had ended is not sent', async () => {
  const gate = new Gate()
  const more = Promise.withResolvers<void>()
  const route = streamRoute(async function* () {
    yield event('1')
    await more.promise
    yield event('2')
  })
  await using server = await startTestHttp([route], { options: { placement: gate.placement } })
  const response = await server.call('/api/stream')
  const { held, open } = gate.hold()
  more.resolve()
  await held
  const closed = server.http.close(1000)
  const text = await response.text()
  open()
  await closed
  expect(text).toContain('id: 1')
  expect(text).not.toContain('id: 2')
})
