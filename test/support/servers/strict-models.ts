import type { FakeAnswer, FakeToolCall } from './fake-model-server.ts'
import type { VendorRequest } from './fake-vendor-server.ts'

/** A message of a request as these vendors look at it. */
interface SentMessage {
  role: string
  content: unknown
  tool_calls?: { id: string; extra_content?: { google?: { thought_signature?: string } } }[]
  reasoning_content?: string
  reasoning_details?: object[]
}

/** A vendor that calls a tool, and refuses the next request if something that it gave with the call does not come back. */
export interface StrictModel {
  /** What it gives with the call, written out; nobody but the vendor may see it. */
  secret: string
  answer(request: VendorRequest): FakeAnswer
}

const signature = 'c2lnbmF0dXJlIG9mIGEgdGhvdWdodA=='
const thoughts = 'First I say it, and then I see.'

function strictModel(
  secret: string,
  beginning: (call: FakeToolCall) => FakeAnswer,
  fault: (messages: SentMessage[]) => FakeAnswer | null,
): (call: FakeToolCall) => StrictModel {
  return call => ({
    secret,
    answer: ({ body }) => {
      const messages = body.messages as SentMessage[]
      return fault(messages) ?? (messages.at(-1)?.role === 'user' ? beginning(call) : { text: 'Done.' })
    },
  })
}

function refusal(error: unknown): FakeAnswer {
  return { status: 400, body: JSON.stringify(error) }
}

const calling = (messages: SentMessage[]) => messages.filter(({ tool_calls = [] }) => tool_calls.length > 0)

/** Gemini 3 behind OpenAI's format: the first call of each step of the turn brings its signature. */
export const strictGemini = strictModel(
  signature,
  call => ({ toolCalls: [{ ...call, beside: { extra_content: { google: { thought_signature: signature } } } }] }),
  messages => {
    const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
    const isSigned = calling(turn).every(({ tool_calls: [first] = [] }) => {
      const sent = first?.extra_content?.google?.thought_signature
      return sent === signature || sent === 'skip_thought_signature_validator'
    })
    if (isSigned) return null
    const message =
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work.'
    return refusal([{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }])
  },
)

/** DeepSeek: each message with calls, of this turn and of those before, brings its thoughts, be they empty. */
export const strictDeepSeek = strictModel(
  thoughts,
  call => ({
    thoughts: [{ content: null, reasoning_content: thoughts.slice(0, 10) }, { reasoning_content: thoughts.slice(10) }],
    toolCalls: [call],
  }),
  messages => {
    const isComplete = calling(messages).every(({ reasoning_content: sent }) => sent === thoughts || sent === '')
    if (isComplete) return null
    const message = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
    return refusal({ error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' } })
  },
)

const details = [
  { type: 'reasoning.text', text: thoughts, signature, index: 0, format: 'anthropic-claude-v1' },
  { type: 'reasoning.encrypted', data: 'ZW5jcnlwdGVk', index: 1, id: 'rs_1' },
]

/** OpenRouter: its list of thoughts, which came in pieces, comes back whole. */
export const strictOpenRouter = strictModel(
  signature,
  call => ({
    thoughts: [
      {
        reasoning: thoughts.slice(0, 5),
        reasoning_details: [
          { type: 'reasoning.text', text: thoughts.slice(0, 5), index: 0, format: 'anthropic-claude-v1' },
        ],
      },
      {
        reasoning: thoughts.slice(5),
        reasoning_details: [{ type: 'reasoning.text', text: thoughts.slice(5), index: 0 }],
      },
      { reasoning_details: [{ type: 'reasoning.text', signature, index: 0 }, details[1]] },
    ],
    toolCalls: [call],
  }),
  messages => {
    const isComplete = calling(messages).every(sent => JSON.stringify(sorted(sent)) === JSON.stringify(sorted(details)))
    return isComplete ? null : refusal({ error: { message: 'Expected `thinking`, but found `tool_use`.', code: 400 } })

    function sorted(sent: SentMessage | object[]): unknown {
      const list = Array.isArray(sent) ? sent : (sent.reasoning_details ?? [])
      return list.map(entry => Object.entries(entry).toSorted())
    }
  },
)
