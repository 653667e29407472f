import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../test/rooms/kernel.ts'
import type { FoundNote, Note } from './notes/note.ts'
import type { Task } from './tasks/task.ts'

const tasks = '/api/workspace/tasks'
const notes = '/api/workspace/notes'
let svc: TestKernel

beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['admin', 'developer', 'workspace'] })
})
afterAll(() => svc?.stop())

type Fields = Record<string, JsonValue>
interface List<T> {
  items: T[]
  next_cursor: string | null
}
interface Problem {
  detail: string
}
const postTask = async (body: Fields) => (await svc.request<Task>('POST', tasks, { body })).body
const postNote = async (body: Fields) => (await svc.request<Note>('POST', notes, { body })).body
const getNote = async (id: string) => (await svc.request<Note>('GET', `${notes}/${id}`)).body
const listTasks = async (query: string) => (await svc.request<List<Task>>('GET', `${tasks}?${query}`)).body
const titlesOf = ({ items }: List<{ title: string }>) => items.map(item => item.title)
const found = async (text: string, more = '') =>
  (await svc.request<List<FoundNote>>('GET', `${notes}?search=${encodeURIComponent(text)}${more}`)).body
const keyWith = async (scopes: string[]): Promise<TestRequest> => {
  const { body } = await svc.request<{ key: string }>('POST', '/api/developer/keys', {
    body: { name: 'narrow', scopes },
  })
  return { as: 'none', headers: { authorization: `Bearer ${body.key}` } }
}

/** The types of the events since `work` began. */
async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
  const abort = new AbortController()
  const answer = await fetch(`${svc.url}/api/events?types=task.*,note.*`, {
    headers: { authorization: `Bearer ${svc.key}` },
    signal: abort.signal,
  })
  await work()
  const last = await postTask({ title: 'the last' })
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes(last.task_id)) break
  }
  abort.abort()
  return [...text.matchAll(/^event: ?(.+)$/gm)].map(([, type]) => type ?? '').slice(0, -1)
}

describe('a task', () => {
  it('is made, read, changed, completed, taken up again and deleted', async () => {
    const made = await svc.request<Task>('POST', tasks, {
      body: { title: '  Send  the  invoice ', due: '2026-03-01', tags: ['money', ' money '], body: 'to *Ada*' },
    })
    const one = `${tasks}/${made.body.task_id}`
    const expected = {
      task_id: expect.stringMatching(/^task_/) as string,
      title: 'Send the invoice',
      body: 'to *Ada*',
      status: 'todo',
      priority: 'normal',
      due: '2026-03-01',
      tags: ['money'],
      version: 1,
      created_by: expect.stringMatching(/^usr_/) as string,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: made.body.created_at,
      completed_at: null,
    }
    expect([made.status, made.headers.get('location'), made.headers.get('etag'), made.body]).toEqual([
      201,
      svc.url + one,
      '"1"',
      expected,
    ])
    const done = await svc.request<Task>('PATCH', one, { body: { status: 'done', priority: 'urgent' } })
    expect(done.body).toMatchObject({ version: 2, status: 'done', priority: 'urgent', due: '2026-03-01' })
    expect(done.body.completed_at).toBe(done.body.updated_at)
    const again = await svc.request<Task>('PATCH', one, { body: { status: 'in_progress', due: null } })
    expect(again.body).toMatchObject({ version: 3, completed_at: null, due: null })
    const unchanged = await svc.request<Task>('PATCH', one, { body: { status: 'in_progress' } })
    expect(unchanged.body).toEqual(again.body)
    const deleted = await svc.request('DELETE', one)
    const gone = [await svc.request('GET', one), await svc.request('PATCH', one, { body: { title: 'x' } })]
    expect([deleted.status, ...gone.map(({ status }) => status)]).toEqual([204, 404, 404])
  })

  it('has what happened to it in the event log', async () => {
    const types = await eventsOf(async () => {
      const { task_id } = await postTask({ title: 'logged' })
      for (const body of [{ priority: 'low' }, { priority: 'low' }, { status: 'done' }, { status: 'done' }] as Fields[])
        await svc.request('PATCH', `${tasks}/${task_id}`, { body })
      await svc.request('DELETE', `${tasks}/${task_id}`)
      await postTask({ title: 'done already', status: 'done' })
    })
    expect(types).toEqual([
      'task.created',
      'task.updated',
      'task.completed',
      'task.deleted',
      'task.created',
      'task.completed',
    ])
  })

  it('is not overwritten by a caller who read it before another changed it', async () => {
    const { task_id } = await postTask({ title: 'shared' })
    const one = `${tasks}/${task_id}`
    const patch = (title: string, tag: string) =>
      svc.request<Task & Problem>('PATCH', one, { body: { title }, headers: { 'if-match': tag } })
    const etag = (await svc.request('GET', one)).headers.get('etag') ?? ''
    const first = await patch('mine', etag)
    const second = await patch('theirs', etag)
    const kept = await svc.request('DELETE', one, { headers: { 'if-match': etag } })
    const cached = await svc.request('GET', one, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([first.status, second.status, kept.status, cached.status]).toEqual([200, 412, 412, 304])
    expect(second.body.detail).toContain('is at version 2')
    expect((await patch('anybody', '*')).status).toBe(200)
  })
})

describe('the list of tasks', () => {
  it('is filtered by status, tag, date and words, and sorted', async () => {
    const tags = ['list-test']
    await postTask({
      title: 'later',
      tags,
      due: '2026-05-01T10:00:00+02:00',
      priority: 'high',
      body: 'Über die Brücke',
    })
    await postTask({ title: 'sooner', tags, due: '2026-04-30', priority: 'high', status: 'in_progress' })
    await postTask({ title: 'whenever', tags: [...tags, 'rare'], priority: 'urgent' })
    await postTask({ title: 'over', tags, due: '2026-01-01', status: 'cancelled' })
    const of = async (query: string) => titlesOf(await listTasks(`tag=list-test&${query}`))
    expect(await of('')).toEqual(['over', 'whenever', 'sooner', 'later'])
    expect(await of('sort=due')).toEqual(['over', 'sooner', 'later', 'whenever'])
    expect(await of('sort=priority')).toEqual(['whenever', 'sooner', 'later', 'over'])
    expect(await of('status=open&sort=due')).toEqual(['sooner', 'later', 'whenever'])
    expect(await of('status=cancelled')).toEqual(['over'])
    expect(await of('due_before=2026-04-30')).toEqual(['over'])
    expect(await of('due_before=2026-05-01&sort=due')).toEqual(['over', 'sooner'])
    expect(await of(`due_before=${encodeURIComponent('2026-05-01T08:00:01Z')}&sort=due`)).toEqual([
      'over',
      'sooner',
      'later',
    ])
    expect(await of('search=bruck')).toEqual(['later'])
    expect(titlesOf(await listTasks('tag=rare'))).toEqual(['whenever'])
  })

  it('gives each task once over its pages, in every order', async () => {
    for (let index = 0; index < 12; index += 1)
      await postTask({ title: `page ${index}`, tags: ['paged'], priority: index % 2 ? 'low' : 'high' })
    for (const sort of ['created', 'updated', 'due', 'priority']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: List<Task> = await listTasks(`tag=paged&limit=5&sort=${sort}${cursor && `&cursor=${cursor}`}`)
        seen.push(...titlesOf(page))
        cursor = page.next_cursor
      }
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 12, 12])
    }
  })

  it('refuses the cursor of another order, with the reason', async () => {
    const { next_cursor } = await listTasks('tag=paged&limit=5&sort=due')
    const answer = await svc.request<Problem>('GET', `${tasks}?sort=priority&cursor=${next_cursor}`)
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('in the order due') as string])
  })
})

describe('a note', () => {
  it('is written, written anew and deleted', async () => {
    const made = await svc.request<Note>('POST', notes, { body: { title: 'Leiden', body: '# Plan', tags: ['a'] } })
    const one = `${notes}/${made.body.note_id}`
    expect([made.status, made.headers.get('location'), made.body]).toEqual([
      201,
      svc.url + one,
      {
        note_id: expect.stringMatching(/^note_/) as string,
        title: 'Leiden',
        body: '# Plan',
        tags: ['a'],
        version: 1,
        created_by: expect.stringMatching(/^usr_/) as string,
        created_at: expect.stringMatching(/Z$/) as string,
        updated_at: made.body.created_at,
        links: [],
        backlinks: [],
      },
    ])
    const changed = await svc.request<Note>('PUT', one, { body: { title: 'Leiden 2', body: 'new' } })
    expect(changed.body).toMatchObject({ title: 'Leiden 2', body: 'new', tags: ['a'], version: 2 })
    expect((await svc.request('DELETE', one)).status).toBe(204)
    expect((await svc.request('GET', one)).status).toBe(404)
  })

  it('has what happened to it in the event log', async () => {
    const types = await eventsOf(async () => {
      const { note_id } = await postNote({ title: 'logged', body: '' })
      for (const body of ['a', 'a'])
        await svc.request('PUT', `${notes}/${note_id}`, { body: { title: 'logged', body } })
      await svc.request('DELETE', `${notes}/${note_id}`)
    })
    expect(types).toEqual(['note.created', 'note.updated', 'note.deleted'])
  })

  it('is not overwritten by a stale If-Match, and a new backlink is no conflict', async () => {
    const { note_id } = await postNote({ title: 'Busy', body: 'one' })
    const one = `${notes}/${note_id}`
    const put = (body: string, tag: string) =>
      svc.request<Note>('PUT', one, { body: { title: 'Busy', body }, headers: { 'if-match': tag } })
    const before = (await svc.request('GET', one)).headers.get('etag') ?? ''
    await postNote({ title: 'Linking', body: 'see [[busy]]' })
    const after = await svc.request<Note>('GET', one, { headers: { 'if-none-match': before } })
    expect([after.status, after.body.backlinks.map(({ title }) => title)]).toEqual([200, ['Linking']])
    const same = await svc.request('GET', one, { headers: { 'if-none-match': after.headers.get('etag') ?? '' } })
    expect([same.status, (await put('two', before)).status, (await put('three', before)).status]).toEqual([
      304, 200, 412,
    ])
  })
})

describe('links between notes', () => {
  it('lead to titles and ids, and are shown at both ends', async () => {
    const goal = await postNote({ title: 'C# plans', body: '' })
    const from = await postNote({
      title: 'From',
      body: `[[c#  PLANS|the plans]] [[From]] [[Nowhere]] /notes/${goal.note_id} [[C# plans]] [[broken] [[]] [[|]]`,
    })
    expect(from.links).toEqual([
      { text: 'c#  PLANS', note_id: goal.note_id },
      { text: 'From', note_id: from.note_id },
      { text: 'Nowhere', note_id: null },
      { text: goal.note_id, note_id: goal.note_id },
    ])
    expect((await getNote(goal.note_id)).backlinks).toEqual([{ note_id: from.note_id, title: 'From' }])
    expect((await getNote(from.note_id)).backlinks).toEqual([])
    const part = await postNote({ title: 'Part', body: '[[From#Second heading]]' })
    expect(part.links).toEqual([{ text: 'From#Second heading', note_id: from.note_id }])
  })

  it('follow a note that gets another title, until another note takes the old one', async () => {
    const old = await postNote({ title: 'Old name', body: '' })
    const from = await postNote({ title: 'Witness', body: '[[Old name]]' })
    await svc.request('PUT', `${notes}/${old.note_id}`, { body: { title: 'New name', body: '' } })
    const leadsTo = async () => (await getNote(from.note_id)).links[0]?.note_id
    const backlinks = async (id: string) => (await getNote(id)).backlinks.length
    const ledToBy = async (title: string) => {
      const { body } = await svc.request<{ items: { title: string }[] }>(
        'GET',
        `${notes}?title=${encodeURIComponent(title)}`,
      )
      return body.items.map(note => note.title)
    }
    expect([await leadsTo(), await backlinks(old.note_id)]).toEqual([old.note_id, 1])
    expect([await ledToBy('old  Name'), await ledToBy('Old name#Part'), await ledToBy('No name')]).toEqual([
      ['New name'],
      ['New name'],
      [],
    ])
    const taker = await postNote({ title: 'old NAME', body: '' })
    expect([await leadsTo(), await backlinks(old.note_id), await backlinks(taker.note_id)]).toEqual([
      taker.note_id,
      0,
      1,
    ])
    await svc.request('DELETE', `${notes}/${taker.note_id}`)
    expect([await leadsTo(), await backlinks(old.note_id)]).toEqual([old.note_id, 1])
    await svc.request('DELETE', `${notes}/${old.note_id}`)
    expect(await leadsTo()).toBeNull()
  })
})

describe('search over notes', () => {
  it('finds words in title and text, the title first, and shows the place', async () => {
    const text = await postNote({ title: 'Groceries', body: `${'word '.repeat(40)}buy *quinces* at the market` })
    const title = await postNote({ title: 'Quinces', body: 'a fruit', tags: ['fruit'] })
    const { items } = await found('QUINC')
    expect(items.map(({ note_id }) => note_id)).toEqual([title.note_id, text.note_id])
    expect(items[1]?.match).toContain('***quinces***')
    expect((await found('quinces', '&tag=fruit')).items).toHaveLength(1)
    await svc.request('DELETE', `${notes}/${title.note_id}`)
    expect((await found('quinces')).items).toHaveLength(1)
  })

  it('takes hostile text as words', async () => {
    const texts = ['"', "' OR 1=1 --", 'NEAR(a b', 'title:x AND', '*', 'a" OR "b', '\u0000', '\uD800', '^x -y', '{}()']
    const statuses = []
    for (const text of texts) {
      const answer = await svc.request('GET', `${notes}?search=${encodeURIComponent(text.toWellFormed())}`)
      const inTasks = await svc.request('GET', `${tasks}?search=${encodeURIComponent(text.toWellFormed())}`)
      statuses.push(answer.status, inTasks.status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('bad input', () => {
  it.each<[string, string, string, Fields, string]>([
    ['an empty title', tasks, '/title', { title: ' \t ' }, 'must hold some text'],
    ['a bell in a title', tasks, '/title', { title: 'a\u0007b' }, 'one line'],
    ['a zero character', tasks, '/body', { title: 'x', body: 'a\0b' }, 'NUL (there is one at 1)'],
    ['a tag of two lines', tasks, '/tags/1', { title: 'x', tags: ['a', 'b\nc'] }, 'one line'],
    ['a day that is none', tasks, '/due', { title: 'x', due: '2026-02-30' }, 'must be a day'],
    ['a time of nowhere', tasks, '/due', { title: 'x', due: '2026-02-28T10:00:00' }, 'with its offset'],
    ['a word for a day', tasks, '/due', { title: 'x', due: 'tomorrow' }, 'must be a day'],
    ['an unknown status', tasks, '/status', { title: 'x', status: 'open' }, 'must be'],
    ['a number for a priority', tasks, '/priority', { title: 'x', priority: 2 }, 'must be'],
    ['an unknown field', tasks, '/colour', { title: 'x', colour: 'red' }, ''],
    ['a title too long', notes, '/title', { title: 'x'.repeat(301), body: '' }, '300'],
    ['a text too long', notes, '/body', { title: 'x', body: 'y'.repeat(500_001) }, '500000'],
    ['a note without text', notes, '/body', { title: 'x' }, ''],
    ['half a character', notes, '/body', { title: 'x', body: '\u{1F600}'.slice(1) }, 'surrogate'],
  ])('such as %s is refused with its place', async (_what, path, at, body, reason) => {
    const answer = await svc.request<{ errors: { path: string; message: string }[] }>('POST', path, { body })
    expect([answer.status, answer.body.errors[0]]).toEqual([
      400,
      { path: at, message: expect.stringContaining(reason) as string },
    ])
  })

  it('in a query is refused too', async () => {
    const statuses = []
    for (const query of ['due_before=soon', 'status=all', 'limit=0', 'cursor=x', 'tagg=x', 'sort=name'])
      statuses.push((await svc.request('GET', `${tasks}?${query}`)).status)
    expect(new Set(statuses)).toEqual(new Set([400]))
  })
})

describe('who may do what', () => {
  it('is shown by the scopes of the key', async () => {
    const reader = await keyWith(['workspace:read'])
    const writer = await keyWith(['workspace:write'])
    const body = { title: 'x', body: '' }
    const answers = [
      await svc.request('GET', notes, reader),
      await svc.request('POST', notes, { ...reader, body }),
      await svc.request('GET', tasks, writer),
      await svc.request('POST', tasks, { ...writer, body }),
      await svc.request('GET', tasks, { as: 'none' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 201, 401])
  })

  it('ends at the border of the workspace, for ids, titles, tags and words alike', async () => {
    const canary = await postNote({ title: 'Canary title', body: 'a canary zzqx', tags: ['canary-tag'] })
    const task = await postTask({ title: 'canary zzqx', tags: ['canary-tag'] })
    const user = { username: 'stranger', password: 'another horse battery', role: 'user' }
    await svc.request('POST', '/api/users', { as: 'owner', body: user })
    const { username, password } = user
    const login = await svc.request('POST', '/api/auth/login', { as: 'none', body: { username, password } })
    const cookie = login.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const stranger: TestRequest = { as: 'none', headers: { cookie } }
    const link = await svc.request<Note>('POST', notes, {
      ...stranger,
      body: { title: 'Foreign', body: `[[Canary title]] ${canary.note_id}` },
    })
    expect(link.body.links).toEqual([
      { text: 'Canary title', note_id: null },
      { text: canary.note_id, note_id: null },
    ])
    const answers = [
      await svc.request('GET', `${notes}/${canary.note_id}`, stranger),
      await svc.request('PUT', `${notes}/${canary.note_id}`, { ...stranger, body: { title: 'x', body: '' } }),
      await svc.request('DELETE', `${notes}/${canary.note_id}`, stranger),
      await svc.request('PATCH', `${tasks}/${task.task_id}`, { ...stranger, body: { title: 'x' } }),
      await svc.request('DELETE', `${tasks}/${task.task_id}`, stranger),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    for (const query of ['search=zzqx', 'tag=canary-tag'])
      for (const path of [notes, tasks])
        expect((await svc.request<List<Task>>('GET', `${path}?${query}`, stranger)).body.items).toEqual([])
    expect((await getNote(canary.note_id)).backlinks).toEqual([])
  })
})
