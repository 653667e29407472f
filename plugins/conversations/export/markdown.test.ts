import { expect, it } from 'vitest'
import type { Message } from '../records.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import { markdownHead, markdownMessage } from './markdown.ts'

const at = '2026-01-31T12:00:00.000Z'
const session: ListedSession = {
  session_id: 'ses_1',
  title: 'A\n# title',
  title_by: 'person',
  model: 'o`dd',
  system: 'Be brief.\n```\n# not a heading',
  tools: 'all',
  settings: { context: 'drop', step_limit: 1, token_limit: null },
  memory: null,
  source: 'api',
  user_id: 'usr_1',
  key_id: null,
  leaf_id: null,
  created_at: at,
  updated_at: at,
  status: 'idle',
  running_turn_id: null,
}
const message: Message = {
  message_id: 'msg_1',
  session_id: 'ses_1',
  parent_id: null,
  position: 0,
  active: true,
  turn_id: null,
  role: 'assistant',
  content: 'Look:\n\n## You\n```\nno end',
  attachments: [{ name: 'notes.txt', content_type: 'text/plain', kind: 'text', content: '````\n## You' }],
  images: [],
  tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"a":"```"}' }],
  tool_call_id: null,
  tool_name: null,
  model: 'm',
  finish_reason: 'failed',
  usage: null,
  created_at: at,
}
const error = { status: 502, code: 'model_failed', detail: 'It broke off:\n## You' }
const memories = [
  { id: 'mem_1', source: 'a`b\n# c', score: 1, heading: [], text: 'x', updated_at: at },
  { id: 'mem_2', source: null, score: 1, heading: [], text: 'y', updated_at: at },
]

it('a conversation reads well, and nothing that was said looks like another message', () => {
  expect(markdownHead(session) + markdownMessage(message, { memories, error })).toBe(`# A # title

- Conversation: \`ses_1\`
- Model: \`o'dd\`
- Begun: ${at}
- Last used: ${at}

## System prompt

\`\`\`\`
Be brief.
\`\`\`
# not a heading
\`\`\`\`

## Answer

<sub>${at} · \`m\` · failed</sub>

> Look:
>
> ## You
> \`\`\`
> no end

Failed:

> It broke off:
> ## You

From memory: \`a'b # c\` (\`mem_1\`), \`no source\` (\`mem_2\`)

Attached: \`notes.txt\` (text/plain)

\`\`\`\`\`
\`\`\`\`
## You
\`\`\`\`\`

Calls \`calculator\`:

\`\`\`\`json
{"a":"\`\`\`"}
\`\`\`\`
`)
})
