import { ForbiddenError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { CommandContext, CliEvent } from '@svc/plugin/contracts/cli'
import { describe, expect, it } from 'vitest'
import { testCommandContext } from '../../../test/support/command-context.ts'
import type { TestServer } from '../../../test/support/command-context.ts'
import type { Commands } from '../generated/commands.ts'
import { chat } from './chat.ts'

interface Terminal {
  context: CommandContext<Commands['chat']>
  shown: string[]
  calls: [method: string, path: string, body?: JsonValue][]
}

const event = (type: string, data: JsonObject): CliEvent => ({ id: '', type, data })
const done = event('done', { finish_reason: 'stop' })
const path = '/api/conversations/ses_1'

/** A person at a terminal who has these answers, and a server that sends these events. */
function terminal(
  events: Iterable<CliEvent> | AsyncIterable<CliEvent>,
  answers: (string | null)[] | null,
  { stop = new AbortController(), answer }: { stop?: AbortController; answer?: (path: string) => unknown } = {},
): Terminal {
  const shown: string[] = []
  const calls: Terminal['calls'] = []
  const noted: TestServer = {
    request: async (method, asked, body) => {
      calls.push(body === undefined ? [method, asked] : [method, asked, body])
      return answer?.(asked) ?? { session_id: 'ses_1' }
    },
    events: async (...call) => {
      calls.push(call)
      return (async function* () {
        yield* events
      })()
    },
  }
  const context = testCommandContext<Commands['chat']>({
    arguments: { message: 'Hello' },
    options: {},
    io: {
      interactive: answers !== null,
      result: (_value, text) => void shown.push(text),
      note: text => void shown.push(`# ${text.trim()}`),
      print: text => void shown.push(text),
      ask: async question => {
        shown.push(question)
        return answers?.shift() ?? null
      },
    },
    server: noted,
    signal: stop.signal,
  })
  return { context, shown, calls }
}

const goesOn = '# It goes on with: svc chat --conversation ses_1'

describe('svc chat', () => {
  it('shows an answer as it comes, and nothing of it steers the terminal', async () => {
    const { context, shown, calls } = terminal(
      [
        event('memory', {
          memories: [
            { id: 'mem_1', source: 'chairs\u001b[2J.md', score: 1, chunk_text: 'Six' },
            { id: 'mem_2', source: null, score: 0.5, chunk_text: 'Seven' },
          ],
        }),
        event('content', { delta: 'Six\u001b]0;owned\u0007 ' }),
        event('content', { delta: 'chairs\u009b2J.\r\n' }),
        event('tool_call', { call_id: 'c', tool_name: 'calculator', arguments: { expression: '1\u001b[A' } }),
        event('tool_result', { call_id: 'c', tool_name: 'calculator', result: 102 }),
        done,
      ],
      null,
    )
    expect(await chat(context)).toBe(0)
    expect(calls).toEqual([
      ['POST', '/api/conversations', { source: 'cli' }],
      ['POST', `${path}/messages`, { message: 'Hello', stream: true }],
    ])
    expect(shown).toEqual([
      '# from memory: chairs[2J.md (mem_1), no source (mem_2)',
      'Six]0;owned ',
      'chairs2J.\n',
      '# calculator {"expression":"1\\u001b[A"}',
      '# → 102',
      goesOn,
    ])
  })

  const asks = [
    event('tool_call', { call_id: 'c', tool_name: 'http_fetch', arguments: { url: 'https://example.com/' } }),
    event('approval', { call_id: 'c', tool_name: 'http_fetch', approval_id: 'apr_1' }),
    done,
  ]

  it.each([
    ['y', 'approve'],
    ['', 'deny'],
    ['yess', 'deny'],
  ])('asks the person there about a call: %j is %s', async (answer, decision) => {
    const { context, calls } = terminal(asks, [answer])
    expect(await chat(context)).toBe(0)
    expect(calls.at(-1)).toEqual(['POST', `/api/approvals/apr_1/${decision}`])
  })

  it('waits for nobody when nobody is there', async () => {
    const { context, shown } = terminal(asks, null)
    expect(await chat(context)).toBe(1)
    expect(shown.at(-2)).toMatch(/person must decide .*apr_1/)
  })

  it('says why a key may not decide, and shows how it goes on when somebody does', async () => {
    const { context, shown } = terminal(asks, ['y'], {
      answer(path) {
        if (path.startsWith('/api/approvals')) throw new ForbiddenError('forbidden', 'A person decides.')
        return undefined
      },
    })
    expect(await chat(context)).toBe(0)
    expect(shown.slice(-3, -1)).toEqual([
      '# svc: A person decides.',
      expect.stringContaining('goes on here once a person has decided'),
    ])
  })

  it('stops the turn at Ctrl-C', async () => {
    const stop = new AbortController()
    async function* broken() {
      yield event('content', { delta: 'Well' })
      stop.abort()
      throw new Error('aborted')
    }
    const { context, calls } = terminal(broken(), null, { stop })
    expect(await chat(context)).toBe(1)
    expect(calls.at(-1)).toEqual(['POST', `${path}/cancel`])
  })

  it('talks until the input ends', async () => {
    const { context, calls } = terminal([done], ['How?', '  ', 'Why?', null])
    context.arguments = {}
    expect(await chat(context)).toBe(0)
    expect(calls.slice(1).map(([, , body]) => (body as JsonObject)['message'])).toEqual(['How?', 'Why?'])
  })

  it('needs a message where no terminal is', async () => {
    const { context } = terminal([], null)
    context.arguments = {}
    await expect(chat(context)).rejects.toMatchObject({ status: 400 })
  })
})
