import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { path, startTestConversations } from '../../../test/rooms/plugins/conversations.ts'
import type { TestConversations } from '../../../test/rooms/plugins/conversations.ts'
import { LeftOut } from '@svc/plugin/library/text/left-out'
import { readChatGpt } from './read-chatgpt.ts'
import { readOpenWebUi } from './read-open-webui.ts'

const said = (role: string, text: string, more: object = {}) => ({
  author: { role },
  create_time: 1_700_000_001,
  content: { content_type: 'text', parts: [text] },
  recipient: 'all',
  ...more,
})
const fromChatGpt = [
  {
    conversation_id: 'c1',
    title: 'Lighthouse',
    create_time: 1_700_000_000,
    update_time: 1_700_000_100,
    current_node: 'second',
    mapping: {
      root: { parent: null, message: null },
      system: { parent: 'root', message: said('system', '') },
      question: { parent: 'system', message: said('user', 'When does it open?') },
      call: { parent: 'question', message: said('assistant', 'search()', { recipient: 'browser' }) },
      first: { parent: 'call', message: said('assistant', 'At eight.', { metadata: { model_slug: 'gpt-4o' } }) },
      second: { parent: 'question', message: said('assistant', 'At nine.') },
    },
  },
  { conversation_id: 'c2', title: 'Nothing', mapping: { a: { parent: 'b' }, b: { parent: 'a' } } },
]

describe('exports of other programs', () => {
  it("are read from ChatGPT's tree: branches come, and places without a message are passed over", () => {
    const left = new LeftOut()
    const at = '2023-11-14T22:13:21.000Z'
    expect(readChatGpt(fromChatGpt, left)).toEqual([
      {
        key: 'c1',
        title: 'Lighthouse',
        created_at: '2023-11-14T22:13:20.000Z',
        updated_at: '2023-11-14T22:15:00.000Z',
        messages: [
          { key: 'question', parent: null, role: 'user', content: 'When does it open?', created_at: at },
          {
            key: 'first',
            parent: 'question',
            role: 'assistant',
            content: 'At eight.',
            model: 'gpt-4o',
            created_at: at,
          },
          { key: 'second', parent: 'question', role: 'assistant', content: 'At nine.', created_at: at },
        ],
        leaf: 'second',
      },
    ])
    expect(left.toJSON()).toEqual([
      { what: 'calls of tools and their results', count: 1 },
      { what: 'conversations without a message', count: 1 },
    ])
    expect([readChatGpt({}, left), readChatGpt([{ id: 'x' }], left)]).toEqual([null, null])
  })

  it("are read from Open WebUI's list of chats, whose times are in seconds or milliseconds", () => {
    const left = new LeftOut()
    const messages = {
      a: { parentId: null, role: 'user', content: 'Hi\u0000', timestamp: 1_700_000_000, files: [{}] },
      b: { parentId: 'a', role: 'assistant', content: 'Hello', model: 'llama3', timestamp: 1_700_000_001_000 },
    }
    const chat = { title: 'Greeting', history: { messages, currentId: 'b' } }
    expect(readOpenWebUi([{ id: 'w1', chat, created_at: 1_700_000_000 }], left)).toMatchObject([
      {
        key: 'w1',
        title: 'Greeting',
        messages: [
          { content: 'Hi', created_at: '2023-11-14T22:13:20.000Z' },
          { content: 'Hello', model: 'llama3', created_at: '2023-11-14T22:13:21.000Z' },
        ],
        leaf: 'b',
      },
    ])
    expect(left.toJSON()).toEqual([{ what: 'images, sound and files', count: 1 }])
    expect(readOpenWebUi(fromChatGpt, left)).toBeNull()
  })
})

describe('conversations of other programs', () => {
  let svc: TestConversations
  beforeAll(async () => {
    svc = await startTestConversations()
  })
  afterAll(() => svc?.stop())

  const conversations = readChatGpt(fromChatGpt, new LeftOut()) ?? []
  const send = (body: object) => svc.request('POST', `${path}/import`, { body: body as never })

  it('come once, with their branches and times, and go on here', async () => {
    const body = { source: 'chatgpt', conversations }
    const first = await send(body)
    const { session_id: id } = first.body.items[0]
    expect([first.status, first.body]).toEqual([200, { items: [{ key: 'c1', session_id: id, status: 'created' }] }])
    expect((await send(body)).body).toEqual({ items: [{ key: 'c1', session_id: id, status: 'present' }] })
    expect((await svc.request('GET', `${path}/${id}`)).body).toMatchObject({
      title: 'Lighthouse',
      title_by: 'person',
      source: 'chatgpt',
      status: 'idle',
      updated_at: '2023-11-14T22:15:00.000Z',
    })
    const { body: page } = await svc.request('GET', `${path}/${id}/messages`)
    expect(page.items.map((item: { content: string }) => item.content)).toEqual(['When does it open?', 'At nine.'])
    expect(page.items[1].branches).toHaveLength(2)
    const found = await svc.request('GET', `${path}?search=eight`)
    expect(found.body.items.map((item: { id: string }) => item.id)).toEqual([id])
    expect((await svc.say(id, 'And on Sunday?')).status).toBe(200)
  })

  it('come in one request, as many and as long as their schema allows', async () => {
    const [good] = conversations
    const [first] = good?.messages ?? []
    const messages = Array.from({ length: 40 }, (_, at) => ({ ...first, key: `m${at}`, parent: null }))
    const many = Array.from({ length: 50 }, (_, at) => ({ ...good, key: `many-${at}`, messages, leaf: 'm39' }))
    const sent = await send({ source: 'open-webui', conversations: many })
    expect([sent.status, sent.body.items.length]).toEqual([200, 50])
  })

  it('are refused when they have too many messages to be stored at once', async () => {
    const [good] = conversations
    const [first] = good?.messages ?? []
    const withMessages = (key: string, length: number) => {
      const messages = Array.from({ length }, (_, at) => ({ ...first, key: `m${at}`, parent: null }))
      return { ...good, key, messages, leaf: 'm0' }
    }
    const sent = await send({ source: 'open-webui', conversations: [withMessages('a', 5000), withMessages('b', 1)] })
    expect([sent.status, sent.body.detail]).toEqual([413, expect.stringContaining('5001 messages')])
  })

  it('are refused together, with every fault named', async () => {
    const [good] = conversations
    const bad = {
      ...good,
      key: 'c3',
      messages: [{ ...good?.messages[0], parent: 'nobody', content: 'a\u0000' }],
      leaf: 'z',
    }
    const refused = await send({ source: 'chatgpt', conversations: [{ ...good, key: 'c4' }, bad] })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map((error: { path: string }) => error.path)).toEqual([
      '/conversations/1/messages/0/content',
      '/conversations/1/messages/0/parent',
      '/conversations/1/leaf',
    ])
    expect((await send({ source: 'web', conversations: [good] })).status).toBe(400)
    const list = await svc.request('GET', `${path}?limit=100`)
    expect(list.body.items).toHaveLength(51)
  })
})
