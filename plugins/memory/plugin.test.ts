import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { TestStream } from '../../test/support/event-stream.ts'
import type { TestKernel, TestResponse } from '../../test/rooms/kernel.ts'
import { addTo, exportOf, findIn, sendForm, startTestMemory } from '../../test/rooms/plugins/memory.ts'
import type { TestMemory } from '../../test/rooms/plugins/memory.ts'

let svc: TestKernel
let elsewhere: TestMemory['elsewhere']
beforeAll(async () => {
  ;({ svc, elsewhere } = await startTestMemory())
})
afterAll(() => svc?.stop())

const add = (body: JsonObject) => addTo(svc, body)
const find = (body: JsonObject) => findIn(svc, body)
const failure = ({ status, body }: TestResponse<JsonObject>) => [status, body['code'], body['detail']]

describe('a text that is remembered', () => {
  it('is answered with who remembered it, and is found again', async () => {
    const made = await add({
      content: 'The staging database listens on port 6543.',
      source: 'runbook',
      tags: ['db', 'db'],
    })
    const { id, provenance } = made.body
    expect(made.status).toBe(201)
    expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([`${svc.url}/api/memory/${id}`, '"1"'])
    expect(made.body).toEqual({
      id: expect.stringMatching(/^mem_/),
      content: 'The staging database listens on port 6543.',
      source: 'runbook',
      tags: ['db'],
      metadata: {},
      provenance: { via: 'api', user_id: expect.any(String), username: 'owner', key_id: expect.any(String) },
      valid_from: null,
      valid_until: null,
      version: 1,
      chunks: 1,
      created_at: expect.any(String),
      updated_at: made.body.created_at,
    })
    expect(provenance.key_id).toMatch(/^key_/)
    const { status, body } = await svc.request('GET', `/api/memory/${id}`)
    expect([status, body]).toEqual([200, made.body])
    const headers = { 'if-none-match': 'W/"1", "7"' }
    expect(await svc.request('GET', `/api/memory/${id}`, { headers })).toMatchObject({ status: 304, body: '' })
    const found = await svc.request('POST', '/api/memory/search', {
      body: { query: 'staging port', explain: true, mode: 'keyword' },
    })
    const [first] = found.body.results
    expect(first).toMatchObject({
      id,
      chunk: { ordinal: 0, text: made.body.content, heading: [], start: 0, end: 42 },
      explain: { keyword: { rank: 1, index: 'words' }, semantic: null },
    })
    expect(first.score > 0 && first.score <= 1).toBe(true)
  })

  it('is the one that is there when it is sent again in another case and spacing', async () => {
    const first = await add({ content: 'Coffee is in the second cupboard.' })
    const again = await add({ content: ' coffee is in\nthe  SECOND cupboard. ', tags: ['x'] })
    expect([again.status, again.body]).toEqual([200, { ...first.body, duplicate: true }])
  })

  it('is refused when it restates another or says nothing, and kept with force', async () => {
    const first = await add({ content: 'The vault code is kept by Grace in the blue folder.' })
    const echo = await add({ content: 'The vault code is kept by Grace in the blue folder', source: 'chat' })
    expect([echo.status, echo.body.code, echo.body.restates]).toEqual([422, 'memory_restates', first.body.id])
    const empty = await add({ content: 'ok, thanks!' })
    expect([empty.status, empty.body.code, empty.body.restates]).toEqual([422, 'memory_restates', 'nothing'])
    const correction = await add({ content: 'The vault code is kept by Ada in the blue folder.' })
    const forced = await add({
      content: 'The vault code is kept by Grace in the blue folder',
      source: 'chat',
      force: true,
    })
    expect([correction.status, forced.status]).toEqual([201, 201])
  })

  it('is cut in lists and results when it is long, and whole by its id', async () => {
    const content = `# Zeppelins\n\n${'The zeppelin flew on and on. '.repeat(600)}`
    const { body: made } = await add({ content, source: 'long' })
    const listed = (await svc.request('GET', '/api/memory?source=long')).body.items[0]
    const found = await svc.request('POST', '/api/memory/search', { body: { query: 'zeppelin', mode: 'keyword' } })
    const whole = await svc.request('GET', `/api/memory/${made.id}`)
    expect([listed.content.length, listed.content_truncated]).toEqual([8000, true])
    expect(found.body.results[0]).toMatchObject({
      id: made.id,
      content_truncated: true,
      chunk: { heading: ['Zeppelins'] },
    })
    expect([whole.body.content, whole.body.content_truncated, made.chunks > 3]).toEqual([content, undefined, true])
  })
})

describe('what is wrong is refused by its place', () => {
  const surrogate = '\ud800'
  it.each<[string, JsonObject, string]>([
    ['nothing', { content: '  \n' }, 'content must have text in it.'],
    ['NUL', { content: 'a\0b' }, 'content must not have a NUL character in it.'],
    [
      'half a character',
      { content: surrogate },
      'content must be well-formed Unicode: half of a surrogate pair stands alone in it.',
    ],
    ['a NUL in a tag', { content: 'a', tags: ['ok', 'b\0'] }, 'tags[1] must not have a NUL character in it.'],
    [
      'half a character in metadata',
      { content: 'a', metadata: { a: [surrogate] } },
      'metadata.a[0] must be well-formed Unicode: half of a surrogate pair stands alone in it.',
    ],
    [
      'much metadata',
      { content: 'a', metadata: { a: 'x'.repeat(16_384) } },
      'metadata must have at most 16,384 bytes as JSON, and has 16392.',
    ],
    [
      'an end before its beginning',
      { content: 'a', valid_from: '2026-02-01T00:00:00Z', valid_until: '2026-01-01T00:00:00Z' },
      'valid_until must be later than valid_from.',
    ],
  ])('%s', async (_what, body, detail) => {
    expect(failure(await add(body))).toEqual([400, 'validation_error', detail])
  })

  it.each<[string, JsonObject]>([
    ['an unknown field', { content: 'a', sources: 'x' }],
    ['51 tags', { content: 'a', tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }],
    ['a long tag', { content: 'a', tags: ['x'.repeat(101)] }],
    ['a long source', { content: 'a', source: 'x'.repeat(501) }],
    ['provenance of its own', { content: 'a', provenance: { via: 'tool' } }],
    ['a time that is none', { content: 'a', valid_from: 'tomorrow' }],
  ])('%s', async (_what, body) => {
    expect((await add(body)).status).toBe(400)
  })

  it('a document over 10 MiB', async () => {
    const [status, code, detail] = failure(await add({ content: 'ä'.repeat(5 * 1024 * 1024 + 1) }))
    expect([status, code]).toEqual([413, 'payload_too_large'])
    expect(detail).toContain('10,485,760')
  })
})

describe('a search', () => {
  beforeAll(async () => {
    await add({ content: 'Herons nest by the lake.', source: 'birds', tags: ['bird', 'lake'] })
    await add({ content: 'Herons eat frogs at dawn.', source: 'frogs', tags: ['bird'] })
    await add({ content: 'Herons were counted: 12.', source: 'birds', valid_until: '2026-01-01T00:00:00Z' })
    await add({ content: '東京都の図書館は火曜日に休みです。' })
  })

  it('is narrowed by tags, source, time and validity', async () => {
    const query = 'herons'
    expect(await find({ query, tags: ['bird', 'lake'] })).toEqual(['Herons nest by the lake.'])
    expect(await find({ query, source: 'frogs' })).toEqual(['Herons eat frogs at dawn.'])
    expect(await find({ query, at: '2025-06-01T00:00:00Z', source: 'birds' })).toHaveLength(2)
    expect(await find({ query, source: 'birds' })).toEqual(['Herons nest by the lake.'])
    expect(await find({ query, created_before: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await find({ query, created_from: '2020-01-01T00:00:00Z', top_k: 1 })).toHaveLength(1)
    expect(await find({ query: '図書館' })).toEqual(['東京都の図書館は火曜日に休みです。'])
  })

  it('takes any text as words, and says why it found by keywords alone', async () => {
    const hostile = [
      '"',
      'herons" OR "1"="1',
      'NEAR(herons, 3)',
      '* ^ : - ()',
      '\0\ud800',
      'a'.repeat(100_000),
      "'; DROP TABLE x",
    ]
    const statuses = []
    for (const query of hostile)
      statuses.push((await svc.request('POST', '/api/memory/search', { body: { query } })).status)
    expect(statuses).toEqual(hostile.map(() => 200))
    const { body } = await svc.request('POST', '/api/memory/search', { body: { query: 'herons', mode: 'semantic' } })
    expect([body.mode, body.notice]).toEqual(['keyword', expect.stringContaining('keywords alone')])
  })

  it.each<JsonObject>([
    { query: '' },
    { query: 'x', top_k: 0 },
    { query: 'x', top_k: 101 },
    { query: 'x', mode: 'magic' },
    {},
  ])('refuses %j', async body => {
    expect((await svc.request('POST', '/api/memory/search', { body })).status).toBe(400)
  })
})

describe('a search while documents are changed and deleted', () => {
  it('shows each passage with the text that it stands in', async () => {
    const count = 8
    const text = (number: number, round: number) =>
      `${'Before. '.repeat(round)}Kayak ${number} is painted in round ${round}.`
    const ids = await Promise.all(
      Array.from(
        { length: count },
        async (_, number) => (await add({ content: text(number, 0), force: true })).body.id,
      ),
    )
    let isOver = false
    const change = async (number: number) => {
      for (let round = 1; round <= 12; round += 1)
        await svc.request('PATCH', `/api/memory/${ids[number]}`, { body: { content: text(number, round) } })
      await svc.request('DELETE', `/api/memory/${ids[number]}`)
    }
    const shown: boolean[] = []
    const search = async () => {
      while (!isOver) {
        const body = { query: 'kayak painted', mode: 'keyword', top_k: 20 }
        const answer = await svc.request('POST', '/api/memory/search', { body })
        for (const { content, chunk } of answer.body.results) shown.push(content.startsWith(chunk.text, chunk.start))
      }
    }
    const searching = [search(), search()]
    await Promise.all(ids.map((_, number) => change(number)))
    isOver = true
    await Promise.all(searching)
    expect([shown.length > count, shown.every(Boolean)]).toEqual([true, true])
    expect(await find({ query: 'kayak painted' })).toEqual([])
  })
})

describe('a document', () => {
  it('changes for a caller who has seen its last version, and remembers what it was', async () => {
    const { body: made } = await add({ content: 'The office closes at six in the evening.', tags: ['office'] })
    const path = `/api/memory/${made.id}`
    const change = (body: JsonObject, ifMatch?: string) =>
      svc.request('PATCH', path, { as: 'owner', body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } })
    const second = await change({ content: 'The office closes at seven in the evening.' }, '"1"')
    const stale = await change({ tags: [] }, '"1"')
    const third = await change({ tags: ['hours'], valid_until: '2999-01-01T00:00:00Z' })
    const same = await change({ tags: ['hours'] })
    expect([second.status, stale.status, third.body.version, same.body.version]).toEqual([200, 412, 3, 3])
    expect(second.headers.get('etag')).toBe('"2"')
    expect(await find({ query: 'office evening seven six' })).toEqual(['The office closes at seven in the evening.'])
    const { items } = (await svc.request('GET', `${path}/history`)).body
    expect(items.map((item: JsonObject) => [item['version'], item['changed'], item['content'], item['tags']])).toEqual([
      [3, ['tags', 'valid_until'], 'The office closes at seven in the evening.', ['hours']],
      [2, ['content'], 'The office closes at seven in the evening.', ['office']],
      [1, [], 'The office closes at six in the evening.', ['office']],
    ])
    expect([items[0].by.key_id, items[2].by.key_id]).toEqual([undefined, made.provenance.key_id])
    expect((await svc.request('GET', `${path}/history/1`)).body).toEqual(items[2])
    expect((await svc.request('DELETE', path)).status).toBe(204)
    const gone = [path, `${path}/history`, `${path}/history/1`].map(
      async each => (await svc.request('GET', each)).status,
    )
    expect(await Promise.all(gone)).toEqual([404, 404, 404])
    expect(await find({ query: 'office evening' })).toEqual([])
  })

  it('has earlier contents whole, however long they were', async () => {
    const long = `# Rivers\n\n${'The river bends to the left. '.repeat(500)}`
    const { body: made } = await add({ content: long })
    const path = `/api/memory/${made.id}`
    await svc.request('PATCH', path, { body: { tags: ['a'] } })
    await svc.request('PATCH', path, { body: { content: 'The river is dry.' } })
    const { items } = (await svc.request('GET', `${path}/history`)).body
    const [first, second] = [
      await svc.request('GET', `${path}/history/1`),
      await svc.request('GET', `${path}/history/2`),
    ]
    expect(items.map((item: JsonObject) => item['content_truncated'])).toEqual([undefined, true, true])
    expect([first.body.content, second.body.content]).toEqual([long, long])
    expect((await svc.request('GET', `${path}/history?limit=1`)).body.next_cursor).not.toBe(null)
  })

  it('is listed newest first, by source and by tag, a page at a time', async () => {
    for (const name of ['one', 'two', 'three'])
      await add({ content: `Page ${name} of the almanac.`, source: 'almanac', tags: ['almanac', name] })
    const first = (await svc.request('GET', '/api/memory?tag=almanac&limit=2')).body
    const second = (await svc.request('GET', `/api/memory?tag=almanac&limit=2&cursor=${first.next_cursor}`)).body
    const contents = (page: { items: { content: string }[] }) => page.items.map(({ content }) => content)
    expect([contents(first), contents(second), second.next_cursor]).toEqual([
      ['Page three of the almanac.', 'Page two of the almanac.'],
      ['Page one of the almanac.'],
      null,
    ])
    expect(contents((await svc.request('GET', '/api/memory?source=almanac&tag=two')).body)).toEqual([
      'Page two of the almanac.',
    ])
    const { documents, passages, sources } = (await svc.request('GET', '/api/memory/stats')).body
    expect(documents > 3 && passages >= documents).toBe(true)
    expect(sources).toContainEqual({ source: 'almanac', documents: 3, passages: 3 })
  })

  it('goes with its source, and a source must be named', async () => {
    for (let index = 0; index < 120; index += 1) await add({ content: `Row ${index} of the ledger.`, source: 'ledger' })
    const unnamed = await svc.request('DELETE', '/api/memory')
    const gone = await svc.request('DELETE', '/api/memory?source=ledger')
    const none = await svc.request('DELETE', '/api/memory?source=ledger')
    expect(failure(unnamed)[2]).toContain('name the source')
    expect([gone.body, none.body, await find({ query: 'ledger' })]).toEqual([{ deleted: 120 }, { deleted: 0 }, []])
  })
})

describe('an agent', () => {
  const call = (name: string, values: JsonObject) =>
    svc.request('POST', `/api/tools/${name}/call`, { as: 'owner', body: { arguments: values } })

  it('remembers, finds and forgets with tools, within its grants', async () => {
    for (const name of ['memory_add', 'memory_delete'])
      await svc.request('PUT', `/api/tools/${name}/grant`, { as: 'owner', body: { grant: 'allow' } })
    const made = await call('memory_add', { content: 'Grace plays the cello on Thursdays.', tags: ['music'] })
    const { id } = made.body.result
    expect(made.body.result).toEqual({ id: expect.stringMatching(/^mem_/), remembered: true })
    expect((await svc.request('GET', `/api/memory/${id}`)).body.provenance).toMatchObject({
      via: 'tool',
      username: 'owner',
    })
    const found = await call('memory_search', { query: 'cello' })
    expect(found.body.result.memories).toEqual([
      {
        id,
        text: 'Grace plays the cello on Thursdays.',
        source: null,
        tags: ['music'],
        date: expect.any(String),
        score: expect.any(Number),
      },
    ])
    const echo = await call('memory_add', { content: 'Grace plays the cello on Thursdays!', source: 'chat' })
    expect([echo.status, echo.body.code, echo.body.restates]).toEqual([422, 'memory_restates', id])
    expect((await call('memory_delete', { id })).body.result).toEqual({ id, deleted: true })
    expect((await call('memory_delete', { id })).status).toBe(404)
  })
})

it('is in the event log as it happens', async () => {
  const leave = new AbortController()
  const url = `${svc.url}/api/events?types=memory.*`
  const response = await fetch(url, { headers: { authorization: `Bearer ${svc.key}` }, signal: leave.signal })
  const stream = await TestStream.read(response)
  const { body: made } = await add({ content: 'The bell rings at noon.', source: 'bell' })
  await svc.request('PATCH', `/api/memory/${made.id}`, { body: { tags: ['noon'] } })
  await svc.request('DELETE', '/api/memory?source=bell')
  await sendForm(svc, [['file', new File(['The bell is cracked.'], 'bell.txt')]])
  const received = []
  for (let left = 4; left > 0; left -= 1) {
    const event = await stream.next()
    received.push([event?.event, (event?.data as { data?: unknown })?.data ?? event?.data])
  }
  leave.abort()
  const { id } = made
  expect(received).toMatchObject([
    ['memory.created', { id, source: 'bell', version: 1 }],
    ['memory.updated', { id, source: 'bell', version: 2 }],
    ['memory.deleted', { id: null, source: 'bell', documents: 1 }],
    ['memory.imported', { documents: 1, duplicates: 0, source: null, job_id: null }],
  ])
})

describe('another workspace', () => {
  it('finds nothing of this one, whatever it asks', async () => {
    const canary = 'quetzalcanary7'
    const { body: made } = await add({ content: `The secret word is ${canary}.`, source: canary, tags: [canary] })
    const there = (method: string, path: string, body?: JsonValue) =>
      svc.request(method, path, {
        as: 'owner',
        headers: elsewhere,
        ...(body !== undefined && { body }),
      })
    const answers = [
      await there('POST', '/api/memory/search', { query: `secret word ${canary}`, top_k: 100 }),
      await there('POST', '/api/memory/search', { query: canary, source: canary, tags: [canary] }),
      await there('GET', `/api/memory?source=${canary}`),
      await there('GET', `/api/memory?tag=${canary}`),
      { status: 200, body: (await exportOf(svc, '', elsewhere)).body },
      await there('GET', '/api/memory/stats'),
      await there('POST', '/api/tools/memory_search/call', { arguments: { query: canary } }),
      await there('DELETE', `/api/memory?source=${canary}`),
    ]
    const path = `/api/memory/${made.id}`
    const refused = [
      await there('GET', path),
      await there('PATCH', path, { content: 'mine' }),
      await there('DELETE', path),
      await there('GET', `${path}/history`),
      await there('GET', `${path}/history/1`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(canary)
    expect(refused.map(({ status, body }) => [status, JSON.stringify(body).includes(canary)])).toEqual(
      refused.map(() => [404, false]),
    )
    expect(await find({ query: canary })).toHaveLength(1)
    // The same text may be remembered there: nobody there learns that it is known here.
    expect((await there('POST', '/api/memory', { content: made.content, source: canary })).status).toBe(201)
  })
})
