import { SvcError, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { oneLine, plainText } from './plain-text.ts'
import { memoriesText, showTurn } from './shown-turn.ts'

const cancelMs = 5000

/** `svc chat`: one question, or a talk at the terminal. */
export async function chat(context: CliContext): Promise<number> {
  const { message } = context.arguments
  if (message === undefined && !context.interactive)
    throw new ValidationError('Write the message: svc chat "…". Without one, svc chat needs a terminal.')
  const path = await conversationPath(context)
  if (message === undefined) return talk(context, path)
  if (context.json) return askWhole(context, path, message)
  const code = await ask(context, path, message)
  sayHowToGoOn(context, path)
  return code
}

async function talk(context: CliContext, path: string): Promise<number> {
  context.note('Ctrl-D ends the talk, Ctrl-C stops an answer and ends it too.')
  for (;;) {
    const line = await context.ask('you> ')
    if (line === null || context.signal.aborted) break
    if (line.trim() === '') continue
    try {
      await ask(context, path, line)
    } catch (error) {
      // One question that was refused is no reason to end the talk.
      if (!(error instanceof SvcError)) throw error
      context.note(`svc: ${error.message}`)
    }
    if (context.signal.aborted) break
  }
  sayHowToGoOn(context, path)
  return 0
}

function sayHowToGoOn(context: CliContext, path: string): void {
  context.note(`\nIt goes on with: svc chat --conversation ${path.split('/').at(-1)}`)
}

async function ask(context: CliContext, path: string, message: string): Promise<number> {
  try {
    const events = await context.events('POST', `${path}/messages`, { ...bodyOf(context, message), stream: true })
    if (events === null) return await askWhole(context, path, message)
    const outcome = await showTurn(context, events)
    return outcome === 'done' ? 0 : 1
  } catch (error) {
    if (!context.signal.aborted) throw error
    await context.api('POST', `${path}/cancel`, undefined, AbortSignal.timeout(cancelMs))
    context.note('\nThe answer was stopped; what was said is kept.')
    return 1
  }
}

async function askWhole(context: CliContext, path: string, message: string): Promise<number> {
  const answer = (await context.api('POST', `${path}/messages`, bodyOf(context, message))) as JsonObject
  context.result(answer, plainText(String(answer['content'])))
  if (((answer['memories'] ?? []) as JsonObject[]).length > 0) context.note(memoriesText(answer))
  if (answer['status'] !== 'waiting') return 0
  for (const approval of (answer['approvals'] ?? []) as JsonObject[])
    context.note(`A person must decide: ${oneLine(JSON.stringify(approval), 400)}`)
  return 1
}

/** Of the conversation that is continued, or of a new one. */
async function conversationPath(context: CliContext): Promise<string> {
  const { conversation, model } = context.options
  if (typeof conversation === 'string') {
    const path = `/api/conversations/${encodeURIComponent(conversation)}`
    await context.api('GET', path)
    return path
  }
  const body: Record<string, JsonValue> = { source: 'cli', ...(typeof model === 'string' ? { model } : {}) }
  const { session_id: id } = (await context.api('POST', '/api/conversations', body)) as JsonObject
  return `/api/conversations/${String(id)}`
}

function bodyOf({ options: { model } }: CliContext, message: string): JsonObject {
  return { message, ...(typeof model === 'string' ? { model } : {}) }
}
