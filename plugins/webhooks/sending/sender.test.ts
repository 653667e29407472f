import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { owner, startTestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'
import type { TestWebhooks } from '../../../test/rooms/plugins/webhooks.ts'
import type { WebhooksConfig } from '../generated/config.ts'

const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })

type Answer = (response: ServerResponse, path: string) => void

const ok: Answer = response => response.writeHead(204).end()
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  response =>
    response.writeHead(code, headers).end(`${code} it is`)
const hourMs = 60 * 60 * 1000

let answer: Answer
let receiver: FakeWebHost
let hooks: TestWebhooks

beforeEach(async () => {
  answer = ok
  receiver = await startFakeWebHost((request, response) => answer(response, request.url ?? ''))
  hooks = await startTestWebhooks([receiver])
})
afterEach(async () => {
  await hooks.close()
  await receiver.close()
})

async function restart(settings: Partial<WebhooksConfig>): Promise<void> {
  await hooks.close()
  hooks = await startTestWebhooks([receiver], settings)
}
const make = (path = '/hook', events = ['*']) => hooks.endpoints.create(owner, { url: receiver.url + path, events })
const statusesOf = (id: string) =>
  hooks.deliveriesOf(id).map(each => [each.status, ...each.attempts.map(attempt => attempt.status)])
/** Awaits that everything that was due has been tried. */
const settled = (id: string, expected: unknown[]) => eventually(() => expect(statusesOf(id)).toEqual(expected))
const requestsTo = (path: string) => receiver.requests.filter(request => request.path === path)

describe('a delivery', () => {
  it('that fails twice is made a third time, with the same id and bytes and a signature of its moment', async () => {
    const answers = [status(500), status(503), ok]
    answer = (response, path) => (answers.shift() ?? ok)(response, path)
    const { id, secret } = await make()
    await hooks.emit('run.finished', { run_id: 'run_1' })
    await settled(id, [['pending', 500]])
    hooks.clock.advance(5_000)
    await settled(id, [['pending', 500, 503]])
    hooks.clock.advance(30_000)
    await settled(id, [['succeeded', 500, 503, 204]])
    const [first, , third] = receiver.requests
    const body = '{"type":"run.finished","timestamp":"2026-01-31T12:00:00.000Z","data":{"run_id":"run_1"}}'
    const eventId = first?.headers['webhook-id'] as string
    const at = Date.parse('2026-01-31T12:00:35.000Z')
    expect(receiver.requests.map(each => [each.method, each.headers['webhook-id'], each.body])).toEqual(
      [1, 2, 3].map(() => ['POST', expect.stringMatching(/^evt_/), body]),
    )
    expect(third?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': String(at / 1000),
      'webhook-signature': new Webhook(secret).sign(eventId, new Date(at), body),
    })
  })

  it('ends failed after the last try, with what the receiver said', async () => {
    await restart({ retry_seconds: [0, 5] })
    answer = response => response.writeHead(500).end('ü'.repeat(1000))
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['pending', 500]])
    hooks.clock.advance(5_000)
    await settled(id, [['failed', 500, 500]])
    const [delivery] = hooks.deliveriesOf(id)
    expect(delivery).toMatchObject({
      error: 'The receiver answered 500.',
      next_attempt_at: null,
      finished_at: '2026-01-31T12:00:05.000Z',
    })
    expect(delivery?.attempts.map(each => each.answer)).toEqual(['ü'.repeat(512), 'ü'.repeat(512)])
  })

  it.each([
    ['in seconds', '120'],
    ['as a date', 'Sat, 31 Jan 2026 12:02:00 GMT'],
  ])('waits at least as long as Retry-After says %s', async (_, header) => {
    answer = status(429, { 'retry-after': header })
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['pending', 429]])
    expect(hooks.deliveriesOf(id)[0]?.next_attempt_at).toBe('2026-01-31T12:02:00.000Z')
  })

  it('follows no redirect, and takes it for a failure', async () => {
    answer = (response, path) => (path === '/hook' ? status(307, { location: '/other' }) : ok)(response, path)
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['pending', null]])
    expect([receiver.requests.length, hooks.deliveriesOf(id)[0]?.error]).toEqual([
      1,
      expect.stringContaining('redirect'),
    ])
  })

  it('is judged by its status, also when the rest of the answer never comes', async () => {
    await restart({ timeout_seconds: 1 })
    answer = response => void response.writeHead(200).write('so far')
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['succeeded', 200]])
    expect(hooks.deliveriesOf(id)[0]?.attempts[0]?.answer).toBe('so far')
  })

  it('gives up a receiver that does not answer in time', async () => {
    await restart({ timeout_seconds: 1 })
    answer = () => undefined
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['pending', null]])
    expect(hooks.deliveriesOf(id)[0]?.error).toMatch(/1000 ms|1 s/)
  })

  it('goes to each webhook that wants the event, and to no other', async () => {
    const wants = await make('/wants', ['run.*'])
    const other = await make('/other', ['webhook.disabled'])
    const off = await make('/off')
    await hooks.endpoints.update(owner, off.id, { status: 'disabled' })
    await hooks.emit()
    await settled(wants.id, [['succeeded', 204]])
    await hooks.endpoints.update(owner, off.id, { status: 'enabled' })
    expect([statusesOf(other.id), statusesOf(off.id), receiver.requests.map(each => each.path)]).toEqual([
      [],
      [],
      ['/wants'],
    ])
  })
})

describe('a receiver', () => {
  it('that answers 410 is asked no more: the webhook is disabled, with all that waited, and an event says so', async () => {
    const { id } = await make('/hook', ['run.finished'])
    const observer = await make('/observer', ['webhook.*'])
    answer = status(500)
    await hooks.emit()
    await settled(id, [['pending', 500]])
    answer = (response, path) => (path === '/hook' ? status(410) : ok)(response, path)
    await hooks.emit()
    await settled(id, [
      ['failed', 500],
      ['failed', 410],
    ])
    await settled(observer.id, [['succeeded', 204]])
    expect(hooks.endpoints.get(owner, id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The receiver answered 410: it is gone.',
    })
    expect(JSON.parse(requestsTo('/observer')[0]?.body ?? '')).toMatchObject({
      data: { webhook_id: id, reason: 'gone' },
    })
    await eventually(() => expect(hooks.audited.at(-1)).toMatchObject({ action: 'webhook.disabled', target: id }))
  })

  it('for which everything fails for five days is disabled; one success starts the count anew', async () => {
    await restart({ retry_seconds: [0] })
    const { id } = await make()
    const emitAt = async (hours: number, code: number, count: number) => {
      hooks.clock.advance(hours * hourMs)
      answer = status(code)
      await hooks.emit()
      await eventually(() =>
        expect(hooks.deliveriesOf(id).filter(each => each.attempts.length > 0)).toHaveLength(count),
      )
      return hooks.endpoints.get(owner, id).status
    }
    const course = [
      await emitAt(0, 500, 1),
      await emitAt(119, 200, 2),
      await emitAt(1, 500, 3),
      await emitAt(45, 500, 4),
      await emitAt(45, 500, 5),
      await emitAt(29, 500, 6),
      await emitAt(1, 500, 7),
    ]
    expect(course).toEqual([...Array.from({ length: 6 }, () => 'enabled'), 'disabled'])
    expect(hooks.endpoints.get(owner, id).disabled_reason).toBe(
      'Every delivery has failed since 2026-02-05T12:00:00.000Z.',
    )
  })

  it('that fails while too much waits for it is disabled', async () => {
    await restart({ max_pending: 3 })
    answer = () => undefined
    const { id } = await make()
    for (let count = 0; count < 6; count += 1) await hooks.emit()
    await eventually(() => expect(receiver.requests).toHaveLength(4))
    receiver.cutOff()
    await eventually(() => expect(hooks.endpoints.get(owner, id).status).toBe('disabled'))
    expect(hooks.endpoints.get(owner, id).disabled_reason).toContain('more than 3 deliveries were waiting')
  })

  it('that is slow holds up no other, and has a few deliveries at once', async () => {
    await restart({ concurrency: 16, endpoint_concurrency: 2 })
    const held: ServerResponse[] = []
    answer = (response, path) => void (path === '/slow' ? held.push(response) : ok(response, path))
    const slow = await make('/slow')
    const quick = await make('/quick')
    for (let count = 0; count < 10; count += 1) await hooks.emit()
    await settled(
      quick.id,
      Array.from({ length: 10 }, () => ['succeeded', 204]),
    )
    expect([held.length, hooks.deliveriesOf(slow.id).filter(each => each.status === 'pending')]).toEqual([
      2,
      expect.objectContaining({ length: 10 }),
    ])
    answer = ok
    for (const response of held) ok(response, '/slow')
    await settled(
      slow.id,
      Array.from({ length: 10 }, () => ['succeeded', 204]),
    )
  })

  it('at an address that is refused is not accepted, and not connected to', async () => {
    await hooks.close()
    hooks = await startTestWebhooks([])
    const asked = { url: `${receiver.url}/hook`, events: ['*'] }
    await expect(hooks.endpoints.create(owner, asked)).rejects.toMatchObject({ status: 422, code: 'url_blocked' })
    expect([receiver.connections(), hooks.endpoints.list(owner, { limit: 10 }).items]).toEqual([0, []])
  })
})

describe('a process', () => {
  it('that dies during a try loses nothing: another one makes it again when the claim has run out', async () => {
    answer = () => undefined
    const { id } = await make()
    await hooks.emit()
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    // From here on the first one counts as dead: it never records anything.
    answer = ok
    const second = hooks.startSender()
    second.sender.start()
    second.sender.wake(hooks.workspaceId)
    hooks.clock.advance(24_000)
    await eventually(() => expect(hooks.clock.sleepers).toBeGreaterThan(0))
    expect(receiver.requests).toHaveLength(1)
    hooks.clock.advance(1_000)
    await settled(id, [['succeeded', 204]])
    expect(new Set(receiver.requests.map(each => each.headers['webhook-id'])).size).toBe(1)
  })

  it('beside another one sends nothing twice', async () => {
    const second = hooks.startSender()
    const { id } = await make()
    for (let count = 0; count < 20; count += 1) {
      await hooks.emit()
      second.sender.wake(hooks.workspaceId)
    }
    await settled(
      id,
      Array.from({ length: 20 }, () => ['succeeded', 204]),
    )
    expect(receiver.requests).toHaveLength(20)
  })

  it('that only writes an event leaves its delivery to the one that sends', async () => {
    const { id } = await make()
    hooks.emitElsewhere()
    await settled(id, [['succeeded', 204]])
  })

  it('that dies right after the commit has noted the workspace: the next one finds the delivery at its start', async () => {
    const { id } = await make()
    await hooks.marks.list()
    hooks.marks.remove(hooks.workspaceId)
    await hooks.stop()
    await hooks.emit()
    expect(await hooks.marks.list()).toEqual([hooks.workspaceId])
    hooks.startSender().sender.start()
    await settled(id, [['succeeded', 204]])
  })

  it('of another home cannot open the secret, says so, and sends nothing', async () => {
    const { id } = await make()
    await hooks.stop()
    await hooks.emit()
    hooks.startSender('A'.repeat(43)).sender.start()
    await settled(id, [['pending', null]])
    expect([hooks.deliveriesOf(id)[0]?.error, receiver.connections()]).toEqual([
      expect.stringContaining('Rotate it.'),
      0,
    ])
  })

  it('that stops hands back what is on its way, and the try does not count', async () => {
    answer = () => undefined
    const { id } = await make()
    await hooks.emit()
    await eventually(() => expect(receiver.requests).toHaveLength(1))
    await hooks.stop()
    expect(statusesOf(id)).toEqual([['pending']])
    answer = ok
    hooks.startSender().sender.start()
    await settled(id, [['succeeded', 204]])
  })

  it('forgets a workspace that has had nothing to send for a while', async () => {
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['succeeded', 204]])
    const noted = [hooks.marks.has(hooks.workspaceId)]
    await eventually(() => expect(hooks.clock.sleepers).toBe(1))
    hooks.clock.advance(30_000)
    await eventually(() => expect(hooks.marks.has(hooks.workspaceId)).toBe(false))
    await hooks.emit()
    expect([...noted, hooks.marks.has(hooks.workspaceId)]).toEqual([true, true])
  })

  it('deletes finished deliveries when they are old, and those of a deleted webhook', async () => {
    const [kept, deleted] = [await make('/kept'), await make('/deleted')]
    await hooks.emit()
    await settled(kept.id, [['succeeded', 204]])
    await settled(deleted.id, [['succeeded', 204]])
    const [delivery] = hooks.deliveriesOf(deleted.id)
    await hooks.endpoints.delete(owner, deleted.id)
    expect(() => hooks.deliveries.get(owner, delivery?.id ?? '')).toThrow('There is no such webhook')
    hooks.clock.advance(13 * 24 * hourMs)
    await hooks.emit()
    await settled(kept.id, [
      ['succeeded', 204],
      ['succeeded', 204],
    ])
    hooks.clock.advance(2 * 24 * hourMs)
    await eventually(() => expect(statusesOf(kept.id)).toEqual([['succeeded', 204]]))
    expect(() => hooks.deliveries.get(owner, delivery?.id ?? '')).toThrow('There is no such delivery')
  })

  it('deletes old deliveries also where something always waits to be sent', async () => {
    const { id } = await make()
    await hooks.emit()
    await settled(id, [['succeeded', 204]])
    answer = status(503)
    hooks.clock.advance(15 * 24 * hourMs)
    await hooks.emit()
    await settled(id, [
      ['succeeded', 204],
      ['pending', 503],
    ])
    hooks.startSender().sender.start()
    await settled(id, [['pending', 503]])
  })
})

describe('events for admins', () => {
  const member = { ...owner, user_id: 'usr_member', username: 'bob', role: 'user' as const }

  it('go to webhooks that an admin made, for as long as that one is an admin', async () => {
    const byAdmin = await make('/admin')
    const byMember = await hooks.endpoints.create(member, { url: `${receiver.url}/member`, events: ['*'] })
    await hooks.emit('secret.read')
    await settled(byAdmin.id, [['succeeded', 204]])
    hooks.admins.clear()
    await hooks.emit('secret.read')
    await settled(byAdmin.id, [
      ['succeeded', 204],
      ['pending', null],
    ])
    expect([receiver.requests.map(each => each.path), statusesOf(byMember.id)]).toEqual([['/admin'], []])
    expect(hooks.deliveriesOf(byAdmin.id)[1]?.error).toContain('is no admin any more')
  })

  it('cannot be led elsewhere by others', async () => {
    const { id } = await make()
    const attempts = [
      () => hooks.endpoints.update(member, id, { url: `${receiver.url}/mine` }),
      () => hooks.endpoints.rotate(member, id),
      () => hooks.endpoints.delete(member, id),
      () => hooks.endpoints.update({ ...owner, scopes: ['webhooks:write'] }, id, { events: ['run.*'] }),
      () => hooks.deliveries.test(member, id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect(hooks.endpoints.get(owner, id).url).toBe(`${receiver.url}/hook`)
  })
})
