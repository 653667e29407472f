import { SvcError, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { howToDecide } from '@svc/plugin/contracts/tools'
import type { Commands } from '../generated/commands.ts'
import { oneLine, plainText } from './plain-text.ts'
import { memoriesText, showTurn } from './shown-turn.ts'

const cancelMs = 5000

type ChatContext = CommandContext<Commands['chat']>

/** `svc chat`: one question, or a talk at the terminal. */
export async function chat(context: ChatContext): Promise<number> {
  const { message } = context.arguments
  if (message === undefined && !context.io.interactive)
    throw new ValidationError('Write the message: svc chat "…". Without one, svc chat needs a terminal.')
  const path = await conversationPath(context)
  if (message === undefined) return talk(context, path)
  if (context.io.json) return askWhole(context, path, message)
  const code = await ask(context, path, message)
  sayHowToGoOn(context, path)
  return code
}

async function talk(context: ChatContext, path: string): Promise<number> {
  context.io.note('Ctrl-D ends the talk, Ctrl-C stops an answer and ends it too.')
  for (;;) {
    const line = await context.io.ask('you> ')
    if (line === null || context.signal.aborted) break
    if (line.trim() === '') continue
    try {
      await ask(context, path, line)
    } catch (error) {
      // One question that was refused is no reason to end the talk.
      if (!(error instanceof SvcError)) throw error
      context.io.note(`svc: ${error.message}`)
    }
    if (context.signal.aborted) break
  }
  sayHowToGoOn(context, path)
  return 0
}

function sayHowToGoOn(context: ChatContext, path: string): void {
  context.io.note(`\nIt goes on with: svc chat --conversation ${path.split('/').at(-1)}`)
}

async function ask(context: ChatContext, path: string, message: string): Promise<number> {
  try {
    const events = await context.client.events('POST', `${path}/messages`, {
      ...bodyOf(context, message),
      stream: true,
    })
    if (events === null) return await askWhole(context, path, message)
    const outcome = await showTurn(context, events)
    return outcome === 'done' ? 0 : 1
  } catch (error) {
    if (!context.signal.aborted) throw error
    await context.client.request('POST', `${path}/cancel`, undefined, AbortSignal.timeout(cancelMs))
    context.io.note('\nThe answer was stopped; what was said is kept.')
    return 1
  }
}

async function askWhole(context: ChatContext, path: string, message: string): Promise<number> {
  const answer = await context.client.request<JsonObject>('POST', `${path}/messages`, bodyOf(context, message))
  context.io.result(answer, plainText(String(answer['content'])))
  if (((answer['memories'] ?? []) as JsonObject[]).length > 0) context.io.note(memoriesText(answer))
  if (answer['status'] !== 'waiting') return 0
  for (const approval of (answer['approvals'] ?? []) as JsonObject[])
    context.io.note(
      `A person must decide about ${oneLine(String(approval['tool_name']), 100)}: ${howToDecide(String(approval['approval_id']))}`,
    )
  return 1
}

/** The API path of the conversation that is continued, or of a new one. */
async function conversationPath(context: ChatContext): Promise<string> {
  const { conversation, model } = context.options
  if (conversation !== undefined) {
    const path = `/api/conversations/${encodeURIComponent(conversation)}`
    await context.client.request('GET', path)
    return path
  }
  const body: Record<string, JsonValue> = { source: 'cli', ...(model === undefined ? {} : { model }) }
  const { session_id: id } = await context.client.request<JsonObject>('POST', '/api/conversations', body)
  return `/api/conversations/${String(id)}`
}

function bodyOf({ options: { model } }: ChatContext, message: string): JsonObject {
  return { message, ...(model === undefined ? {} : { model }) }
}
