import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Migration } from '@svc/plugin'
import { path, startTestConversations } from '../../../test/rooms/plugins/conversations.ts'
import type { TestConversations } from '../../../test/rooms/plugins/conversations.ts'
import beginning from '../migrations/0001-conversations.ts'
import bytes from '../migrations/0003-bytes.ts'
import contents from '../migrations/0005-contents.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** So much that two messages with two of them are not read at once. */
const image = Buffer.concat([png, Buffer.alloc(3.5 * 1024 * 1024)]).toString('base64')

describe('a conversation with many large attachments', () => {
  let svc: TestConversations
  let id: string
  beforeAll(async () => {
    svc = await startTestConversations()
    svc.provider.script({ text: 'I see.' })
    id = await svc.begin({ model: 'fake-model' })
    for (const n of [1, 2, 3]) {
      const attachments = ['a', 'b'].map(name => ({ name: `${name}${n}.png`, data: image }))
      const sent = await svc.request('POST', `${path}/${id}/messages`, { body: { message: `See ${n}.`, attachments } })
      expect(sent.status).toBe(200)
    }
  })
  afterAll(() => svc?.stop())

  const imagesSent = () =>
    JSON.stringify(svc.provider.requests.at(-1)?.body.messages).split(`data:image/png;base64,${image}`).length - 1

  it('is listed without reading what they hold', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const { body } = await svc.request('GET', `${path}/${id}/messages?limit=200`)
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
    parse.mockRestore()
    expect(
      body.items.map((item: { attachments?: { name: string }[] }) => item.attachments?.map(({ name }) => name)),
    ).toEqual([['a1.png', 'b1.png'], undefined, ['a2.png', 'b2.png'], undefined, ['a3.png', 'b3.png'], undefined])
    expect(longest).toBeLessThan(100_000)
  })

  it('is shown to the model and exported whole', async () => {
    expect(imagesSent()).toBe(6)
    const { body } = await svc.request('GET', `${path}/${id}/export?format=json`)
    const exported = (typeof body === 'string' ? JSON.parse(body) : body) as {
      messages: { content: string; attachments: { content: string }[] }[]
    }
    expect(exported.messages.map(({ content }) => content)).toEqual(
      ['See 1.', 'See 2.', 'See 3.'].flatMap(text => [text, 'I see.']),
    )
    const held = exported.messages.flatMap(({ attachments }) => attachments.map(({ content }) => content))
    expect(held.filter(content => content === `data:image/png;base64,${image}`)).toHaveLength(6)
    const markdown = await svc.request('GET', `${path}/${id}/export`)
    expect(String(markdown.body).match(/Attached: `[ab][123]\.png`/g)).toHaveLength(6)
  })

  it('keeps them with a question that is put in other words, and gives their room back', async () => {
    const [first] = await svc.messagesOf(id)
    const edited = await svc.request('PATCH', `${path}/${id}/messages/${first?.id}`, { body: { message: 'Look.' } })
    expect([edited.status, imagesSent()]).toEqual([200, 2])
    expect((await svc.request('DELETE', `${path}/${id}`)).status).toBe(204)
  })
})

it('what messages of before had attached is moved apart from them, and still counted once', () => {
  using db = new DatabaseSync(':memory:')
  const apply = ({ statements }: Migration) => statements.forEach(statement => db.exec(statement))
  apply(beginning)
  apply(bytes)
  const attachments = JSON.stringify([
    { name: 'a.txt', content_type: 'text/plain', kind: 'text', content: 'He said "{}".\n' },
    {
      file_id: 'file_1',
      size: 3,
      name: 'b.png',
      content_type: 'image/png',
      kind: 'image',
      content: 'data:image/png;base64,AA==',
    },
  ])
  const images = JSON.stringify([{ url: 'data:image/png;base64,AB==', detail: 'low' }])
  db.exec(`INSERT INTO conversations_sessions (session_id, title_by, settings, source, user_id, created_at, updated_at)
    VALUES ('ses_1', 'nobody', '{}', 'api', 'usr_1', '', '')`)
  const insert = db.prepare(`INSERT INTO conversations_messages
    (message_id, session_id, position, active, role, content, attachments, images, created_at)
    VALUES (?, 'ses_1', ?, 1, 'user', 'x', ?, ?, '')`)
  insert.run('msg_1', 0, attachments, null)
  insert.run('msg_2', 1, null, images)
  insert.run('msg_3', 2, null, null)
  apply(contents)
  const messages = db
    .prepare('SELECT message_id, attachments, images FROM conversations_messages ORDER BY position')
    .all()
  expect(messages.map(row => ({ ...row }))).toEqual([
    {
      message_id: 'msg_1',
      attachments:
        '[{"name":"a.txt","content_type":"text/plain","kind":"text"},{"file_id":"file_1","size":3,"name":"b.png","content_type":"image/png","kind":"image"}]',
      images: null,
    },
    { message_id: 'msg_2', attachments: null, images: null },
    { message_id: 'msg_3', attachments: null, images: null },
  ])
  const held = db.prepare('SELECT * FROM conversations_contents ORDER BY message_id').all()
  expect(held.map(row => ({ ...row }))).toEqual([
    {
      message_id: 'msg_1',
      attachments: JSON.stringify(['He said "{}".\n', 'data:image/png;base64,AA==']),
      images: null,
    },
    { message_id: 'msg_2', attachments: null, images },
  ])
  const counted = (table: string) => {
    const columns =
      table === 'messages' ? ['content', 'attachments', 'images', 'tool_calls'] : ['attachments', 'images']
    const sum = columns.map(column => `coalesce(octet_length(${column}), 0)`).join(' + ')
    return db
      .prepare(
        `SELECT (SELECT bytes FROM conversations_${table}_bytes) - (SELECT sum(${sum}) FROM conversations_${table}) AS off`,
      )
      .get()?.['off']
  }
  expect([counted('messages'), counted('contents')]).toEqual([0, 0])
  db.exec('DELETE FROM conversations_sessions')
  expect(db.prepare('SELECT bytes FROM conversations_contents_bytes').get()).toMatchObject({ bytes: 0 })
})
