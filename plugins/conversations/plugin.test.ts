import type { JsonValue } from '@svc/plugin'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestStream } from '../../test/support/event-stream.ts'
import { path, startTestConversations } from '../../test/rooms/plugins/conversations.ts'
import type { TestConversations } from '../../test/rooms/plugins/conversations.ts'

let svc: TestConversations
let stranger: { cookie: string }

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex').toString('base64')

beforeAll(async () => {
  svc = await startTestConversations()
  stranger = await svc.stranger()
})
afterAll(() => svc?.stop())

describe('conversations', () => {
  it('are begun, changed, listed page by page and deleted', async () => {
    const made = await svc.request('POST', path, {
      body: { title: ' Seats\n for six ', system: 'Be brief.', tools: ['calculator'], settings: { step_limit: 3 } },
    })
    const { session_id: id } = made.body
    expect([made.status, made.headers.get('location')]).toEqual([201, `${svc.url}${path}/${id}`])
    expect(made.body).toEqual({
      id,
      session_id: expect.stringMatching(/^ses_/) as string,
      title: 'Seats for six',
      title_by: 'person',
      model: null,
      system: 'Be brief.',
      tools: ['calculator'],
      settings: { context: 'summarise', step_limit: 3, token_limit: null },
      memory: true,
      source: 'api',
      status: 'idle',
      running_turn_id: null,
      created_by: expect.stringMatching(/^usr_/) as string,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    })
    const changed = await svc.request('PATCH', `${path}/${id}`, {
      body: { title: null, model: 'svc/offline', tools: 'none', settings: { context: 'drop' }, memory: false },
    })
    expect(changed.body).toMatchObject({
      title: null,
      title_by: 'nobody',
      model: 'svc/offline',
      tools: 'none',
      settings: { context: 'drop', step_limit: 3, token_limit: null },
      memory: false,
    })
    const second = await svc.begin()
    const first = await svc.request('GET', `${path}?limit=1`)
    const next = await svc.request('GET', `${path}?limit=1&cursor=${first.body.next_cursor}`)
    expect([first.body.items[0].id, next.body.items[0].id]).toEqual([second, id])
    expect((await svc.request('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await svc.request('GET', `${path}/${id}`)).status).toBe(404)
    const audit = await svc.request('GET', '/api/admin/audit?limit=1')
    expect(audit.body.items).toMatchObject([{ action: 'conversation.deleted', target: id }])
  })

  it('refuse models and tools that are not there, by name', async () => {
    const refusals = await Promise.all([
      svc.request('POST', path, { body: { model: 'app:nothing' } }),
      svc.request('POST', path, { body: { tools: ['calculator', 'calculater', 'rm_rf'] } }),
      svc.say(await svc.begin(), 'Hello', { model: 'app:nowhere' }),
    ])
    expect(
      refusals.map(({ status, body }) => [status, body.errors.map((error: { path: string }) => error.path)]),
    ).toEqual([
      [400, ['/model']],
      [400, ['/tools/1', '/tools/2']],
      [400, ['/model']],
    ])
    expect(refusals.map(({ body }) => body.detail)).toEqual([
      expect.stringContaining('nothing'),
      expect.stringMatching(/did you mean "calculator".*rm_rf/),
      expect.stringContaining('nowhere'),
    ])
  })

  it.each([
    ['blank text', ' \n', 400],
    ['nothing', '', 400],
    ['NUL', 'a\u0000b', 400],
    ['half a surrogate pair', 'a\ud800', 400],
    ['2 MB', 'x'.repeat(2_000_000), 413],
  ])('refuse a message of %s', async (_what, message, status) => {
    const id = await svc.begin()
    expect((await svc.say(id, message)).status).toBe(status)
    expect(await svc.messagesOf(id)).toEqual([])
  })

  it('are closed to other workspaces, which do not learn that they exist', async () => {
    const id = await svc.begin()
    const { body: answer } = await svc.say(id, 'Hello')
    const other = (method: string, rest: string, body?: Record<string, string>) =>
      svc.request(method, `${path}/${id}${rest}`, { as: 'none', headers: stranger, ...(body ? { body } : {}) })
    const answers = await Promise.all([
      other('GET', ''),
      other('PATCH', '', { title: 'mine' }),
      other('DELETE', ''),
      other('GET', '/messages'),
      other('POST', '/messages', { message: 'Hello' }),
      other('GET', '/events'),
      other('POST', '/cancel'),
      other('POST', '/retry'),
      other('POST', `/messages/${answer.id}/regenerate`),
      other('PATCH', `/messages/${answer.id}`, { message: 'Hello' }),
      other('POST', `/messages/${answer.id}/activate`),
      other('GET', '/export'),
    ])
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['404 not_found']))
    expect((await svc.request('GET', `${path}?search=Hello`, { as: 'none', headers: stranger })).body.items).toEqual([])
  })
})

describe('a turn', () => {
  it('is answered whole, with the calls that were made for it', async () => {
    const id = await svc.begin()
    const { status, body } = await svc.say(id, '/calculator {"expression": "17 * 6"}')
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^msg_/) as string,
        session_id: id,
        turn_id: expect.stringMatching(/^turn_/) as string,
        role: 'assistant',
        content: expect.stringContaining('102') as string,
        tool_calls: [
          {
            call_id: expect.any(String) as string,
            tool_name: 'calculator',
            arguments: { expression: '17 * 6' },
            result: expect.anything() as unknown,
          },
        ],
        memories: [],
        model: 'svc/offline',
        usage: { prompt_tokens: expect.any(Number) as number, completion_tokens: expect.any(Number) as number },
        finish_reason: 'stop',
        status: 'done',
      },
    ])
    expect((await svc.messagesOf(id)).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('says without a model what it is', async () => {
    const { body } = await svc.say(await svc.begin(), 'What are you?')
    expect(body.content).toMatch(/no language model/)
  })

  it('is streamed with the ids that the log gives, and resumes behind any of them', async () => {
    const id = await svc.begin()
    await svc.say(id, 'Before')
    const ids = await svc.streamedIds(id, 'Hello')
    const stored = await svc.events(id, '?follow=false')
    const all = (await stored.rest()).map(event => event.id)
    expect(all.slice(-ids.length)).toEqual(ids)
    expect(new Set(all).size).toBe(all.length)
    const { body: elsewhere } = await svc.say(await svc.begin(), 'Hello')
    const answers = [elsewhere.turn_id, 'turn_1'].map(turn =>
      svc.request('GET', `${path}/${id}/events?turn_id=${turn}`),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404])
    const resumed = await svc.events(id, '?follow=false', { 'last-event-id': ids[0] })
    expect((await resumed.rest()).map(event => event.id)).toEqual(ids.slice(1))
    const live = await svc.events(id, '', { 'last-event-id': ids.at(-1) })
    await svc.say(id, 'After')
    expect((await live.until(event => event.event === 'done'))[0]).toMatchObject({
      event: 'message',
      data: { content: 'After' },
    })
    await live.close()
  })

  it('is not resumed from an event of another conversation, of no conversation, or of the future', async () => {
    const [id, other] = [await svc.begin(), await svc.begin()]
    await svc.say(other, 'Hello')
    for (const lastId of [`${other}.1`, 'nonsense', `${id}.1e3`, `${id}.99`]) {
      const answer = await svc.request('GET', `${path}/${id}/events?follow=false`, {
        headers: { 'last-event-id': lastId },
      })
      expect([lastId, answer.status, answer.body.code]).toEqual([lastId, 400, 'validation_error'])
    }
  })

  it('keeps a second message waiting outside, and is stopped from anywhere with what was said', async () => {
    const id = await svc.begin()
    const { answer } = await svc.hangingTurn(id)
    const second = await svc.say(id, 'And this?')
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    const running = await svc.request('GET', `${path}/${id}`)
    const stopped = await svc.request('POST', `${path}/${id}/cancel`, { as: 'owner' })
    expect(running.body).toMatchObject({ status: 'running', running_turn_id: stopped.body.turn_id })
    const { body } = await answer
    expect(body).toMatchObject({ content: 'Well', finish_reason: 'cancelled', turn_id: stopped.body.turn_id })
    expect(stopped.status).toBe(202)
    const again = await svc.request('POST', `${path}/${id}/cancel`)
    expect([again.status, again.body]).toEqual([202, { session_id: id, turn_id: null }])
  })

  it('is deleted with its conversation while it runs', async () => {
    const id = await svc.begin()
    const { answer } = await svc.hangingTurn(id)
    expect((await svc.request('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await answer).status).toBeGreaterThanOrEqual(200)
    expect((await svc.request('GET', `${path}/${id}/messages`)).status).toBe(404)
  })

  it('runs once for one Idempotency-Key, whole or streamed', async () => {
    const id = await svc.begin()
    const headers = { 'idempotency-key': 'once' }
    const [first, meanwhile] = await Promise.all([svc.say(id, 'Hello', {}, headers), svc.say(id, 'Hello', {}, headers)])
    const later = await svc.say(id, 'Hello', {}, headers)
    expect([meanwhile.body, later.body]).toEqual([first.body, first.body])
    expect(later.headers.get('idempotency-replayed')).toBe('true')
    const ids = await svc.streamedIds(id, 'Hello?', { 'idempotency-key': 'stream' })
    expect(await svc.streamedIds(id, 'Hello?', { 'idempotency-key': 'stream' })).toEqual(ids)
    expect(ids.length).toBeGreaterThan(1)
    expect((await svc.say(id, 'Other', {}, headers)).body.code).toBe('idempotency_mismatch')
    expect((await svc.messagesOf(id)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  it('fails with the reason of its provider, and can be retried', async () => {
    const id = await svc.begin({ model: 'fake-model' })
    svc.provider.script({ status: 400, body: JSON.stringify({ error: { message: 'no such thing' } }) })
    const failed = await svc.say(id, 'Hello')
    expect(failed.status).toBeGreaterThanOrEqual(400)
    expect(failed.body).toMatchObject({ session_id: id, detail: expect.stringContaining('no such thing') as string })
    const [, answer] = await svc.messagesOf(id)
    expect(answer).toMatchObject({
      finish_reason: 'failed',
      error: { status: failed.status, code: failed.body.code as string, detail: failed.body.detail as string },
    })
    const tooLong = { message: 'Too many tokens.', code: 'context_length_exceeded' }
    svc.provider.script({ status: 400, body: JSON.stringify({ error: tooLong }) })
    const coded = await svc.request('POST', `${path}/${id}/retry`, { body: {} })
    expect([coded.status, coded.body.code]).toEqual([400, 'context_length_exceeded'])
    svc.provider.script({ text: 'Here I am.' })
    const retried = await svc.request('POST', `${path}/${id}/retry`, { body: {} })
    expect([retried.status, retried.body.content]).toEqual([200, 'Here I am.'])
    expect((await svc.messagesOf(id)).map(({ content }) => content)).toEqual(['Hello', 'Here I am.'])
    const again = await svc.request('POST', `${path}/${id}/retry`, { body: {} })
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('regenerate')])
  })

  it('waits for a person and says so, then goes on with the decision', async () => {
    const id = await svc.begin()
    const { status, body } = await svc.say(id, '/http_fetch {"url": "https://example.com/"}')
    expect([status, body]).toMatchObject([202, { status: 'waiting', finish_reason: null }])
    expect(body.approvals).toEqual([
      {
        approval_id: expect.stringMatching(/^apr_/) as string,
        call_id: body.tool_calls[0].call_id,
        tool_name: 'http_fetch',
        expires_at: expect.any(String) as string,
        url: expect.stringMatching(/\/api\/approvals\/apr_/) as string,
        message: expect.stringContaining('svc approvals approve apr_') as string,
      },
    ])
    const log = await svc.events(id, `?turn_id=${body.turn_id}`)
    await svc.request('POST', `/api/approvals/${body.approvals[0].approval_id}/deny`, { as: 'owner' })
    expect((await log.rest()).map(event => event.event).slice(-1)).toEqual(['done'])
    expect((await svc.request('GET', `${path}/${id}`)).body).toMatchObject({ status: 'idle', running_turn_id: null })
  })

  it('shows the model what was attached, and lists it by name', async () => {
    const id = await svc.begin({ model: 'fake-model' })
    svc.provider.script({ text: 'I see.' })
    const attachments: JsonValue[] = [
      { name: 'notes.md', content_type: 'text/markdown', text: 'Six at each table.' },
      { name: 'plan.png', data: png },
    ]
    const sent = await svc.request('POST', `${path}/${id}/messages`, { body: { message: 'How many?', attachments } })
    expect(sent.status).toBe(200)
    const prompt = JSON.stringify(svc.provider.requests.at(-1)?.body.messages)
    expect(prompt).toContain('Six at each table.')
    expect(prompt).toContain(`data:image/png;base64,${png}`)
    const { body } = await svc.request('GET', `${path}/${id}/messages?limit=1`)
    expect(body.items[0].attachments).toEqual([
      { name: 'notes.md', content_type: 'text/markdown', kind: 'text' },
      { name: 'plan.png', content_type: 'image/png', kind: 'image' },
    ])
    const file = await svc.request('POST', `${path}/${id}/messages`, {
      body: { message: 'a', attachments: ['file_1'] },
    })
    expect([file.status, file.body.detail]).toEqual([422, expect.stringContaining('files are not available')])
  })
})

describe('branches', () => {
  it('come of an edit and a regeneration; one of them is read and continued', async () => {
    const id = await svc.begin({ model: 'fake-model' })
    const [question, other] = ['How many tables?', 'How many chairs?']
    svc.provider.script({ text: 'Seventeen.' })
    await svc.say(id, question)
    const [asked, seventeen] = await svc.messagesOf(id)
    svc.provider.script({ text: 'Eighteen.' })
    const eighteen = await svc.request('POST', `${path}/${id}/messages/${seventeen?.id}/regenerate`, { body: {} })
    svc.provider.script({ text: 'A hundred.' })
    const edited = await svc.request('PATCH', `${path}/${id}/messages/${asked?.id}`, { body: { message: other } })
    expect(edited.status).toBe(200)
    const now = await svc.messagesOf(id)
    expect(now.map(({ content }) => content)).toEqual([other, 'A hundred.'])
    expect(now[0]?.branches).toEqual([asked?.id, now[0]?.id])
    const back = await svc.request('POST', `${path}/${id}/messages/${asked?.id}/activate`)
    expect(back.status).toBe(200)
    const before = await svc.messagesOf(id)
    expect(before.map(({ content }) => content)).toEqual([question, 'Eighteen.'])
    expect(before[1]?.branches).toEqual([seventeen?.id, eighteen.body.id])
    svc.provider.script({ text: 'As I said.' })
    await svc.say(id, 'Really?')
    expect(svc.provider.requests.at(-1)?.body.messages.slice(-3)).toMatchObject([
      { role: 'user', content: question },
      { role: 'assistant', content: 'Eighteen.' },
      { role: 'user', content: 'Really?' },
    ])
    const answer = await svc.request('PATCH', `${path}/${id}/messages/${eighteen.body.id}`, { body: { message: 'x' } })
    expect(answer.status).toBe(409)
  })
})

describe('export', () => {
  it('is Markdown to be read and JSON with everything, named for the title', async () => {
    const id = await svc.begin({ title: 'Größe "6"' })
    await svc.say(id, '/calculator {"expression": "17 * 6"}')
    const [first] = await svc.messagesOf(id)
    await svc.request('PATCH', `${path}/${id}/messages/${first?.id}`, { body: { message: 'Hello' } })
    const markdown = await svc.request('GET', `${path}/${id}/export`)
    expect(markdown.headers.get('content-disposition')).toBe(
      `attachment; filename="Groe-6.md"; filename*=UTF-8''Gr%C3%B6%C3%9Fe-6.md`,
    )
    expect(markdown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(markdown.body).toMatch(/^# Größe "6"\n[\s\S]*## You\n[\s\S]*> Hello\n[\s\S]*## Answer/)
    expect(markdown.body).not.toContain('17 * 6')
    const { body } = await svc.request('GET', `${path}/${id}/export?format=json&events=true`)
    const log = await svc.events(id, '?follow=false')
    expect(body.conversation).toMatchObject({ session_id: id, title: 'Größe "6"' })
    expect(body.messages.map(({ role, active }: { role: string; active: boolean }) => [role, active])).toEqual([
      ['user', false],
      ['assistant', false],
      ['tool', false],
      ['assistant', false],
      ['user', true],
      ['assistant', true],
    ])
    expect(body.events.map((event: { id: string }) => event.id)).toEqual((await log.rest()).map(event => event.id))
  })
})

it('the events of the workspace name conversations and their turns', async () => {
  const log = await TestStream.open(`${svc.url}/api/events?types=conversation.*`, {
    authorization: `Bearer ${svc.key}`,
  })
  const id = await svc.begin()
  const { body } = await svc.say(id, 'Hello')
  await svc.request('DELETE', `${path}/${id}`)
  const logged = await log.take(4)
  await log.close()
  expect(logged.map(event => event.event)).toEqual([
    'conversation.created',
    'conversation.turn.started',
    'conversation.turn.ended',
    'conversation.deleted',
  ])
  expect(logged[2]?.data).toMatchObject({ data: { session_id: id, turn_id: body.turn_id, finish_reason: 'stop' } })
})

it('the events of the workspace say that a list of conversations is out of date: a title, settings, another branch', async () => {
  svc.provider.script({ text: 'Six.' }, { text: 'Chairs at a table' })
  const log = await TestStream.open(`${svc.url}/api/events?types=conversation.updated`, {
    authorization: `Bearer ${svc.key}`,
  })
  const { body } = await svc.request('POST', path, { body: { model: 'fake-model' } })
  const { body: said } = await svc.say(body.id, 'How many chairs?')
  const [named] = await log.take(1)
  expect((await svc.request('GET', `${path}/${body.id}`)).body.title).toBe('Chairs at a table')
  const { body: changed } = await svc.request('PATCH', `${path}/${body.id}`, { body: { title: 'Chairs' } })
  await svc.request('POST', `${path}/${body.id}/messages/${said.id}/activate`)
  const [renamed, switched] = await log.take(2)
  await log.close()
  const by = (user_id: string | null) => ({ data: { session_id: body.id, user_id } })
  const shown = [named?.data, renamed?.data, switched?.data]
  expect(shown).toMatchObject([by(null), by(changed.created_by), by(changed.created_by)])
})

it('a first answer gives a conversation its title, which is in the event log', async () => {
  svc.provider.script({ text: 'Six.' }, { text: 'Chairs at a table' })
  const { body } = await svc.request('POST', path, { body: { model: 'fake-model' } })
  const log = await svc.events(body.id)
  await svc.say(body.id, 'How many chairs?')
  await log.until(event => event.event === 'title')
  await log.close()
  await vi.waitFor(async () => {
    const { body: named } = await svc.request('GET', `${path}/${body.id}`)
    expect(named).toMatchObject({ title: 'Chairs at a table', title_by: 'model' })
  })
})
