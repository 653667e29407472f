import type { Message } from '../records.ts'
import type { ListedSession } from '../sessions/session-store.ts'
import type { AnswerFacts } from '../turns/turn-store.ts'

const speakers: Record<Message['role'], string> = {
  system: 'System',
  user: 'You',
  assistant: 'Answer',
  tool: 'Tool result',
}

/** The head of a conversation as Markdown. */
export function markdownHead({ title, session_id, model, system, created_at, updated_at }: ListedSession): string {
  const facts = [
    `- Conversation: \`${session_id}\``,
    `- Model: ${model === null ? 'the default of the workspace' : code(model)}`,
    `- Begun: ${created_at}`,
    `- Last used: ${updated_at}`,
  ]
  const prompt = system === null ? '' : `\n## System prompt\n\n${fence(system)}\n`
  return `# ${line(title ?? 'Conversation')}\n\n${facts.join('\n')}\n${prompt}`
}

/** A message as Markdown: what people and models wrote is quoted, so that nothing of it reads as another message; all else stands in fences. */
export function markdownMessage(message: Message, { memories, error }: AnswerFacts): string {
  const { role, content, created_at, model, finish_reason, tool_name } = message
  const about = [
    created_at,
    ...(model === null ? [] : [code(model)]),
    ...(finish_reason === null || finish_reason === 'stop' ? [] : [finish_reason]),
  ].join(' · ')
  const name = role === 'tool' && tool_name !== null ? `: ${code(tool_name)}` : ''
  const body = role === 'tool' ? fence(content) : quote(content)
  const parts = [`\n## ${speakers[role]}${name}\n`, `<sub>${about}</sub>`, ...(content === '' ? [] : [`\n${body}`])]
  if (error !== null) parts.push(`\nFailed:\n\n${quote(error.detail)}`)
  if (memories.length > 0) {
    const names = memories.map(({ id, source }) => `${code(source ?? 'no source')} (${code(id)})`)
    parts.push(`\nFrom memory: ${names.join(', ')}`)
  }
  for (const attachment of message.attachments) {
    const head = `\nAttached: ${code(attachment.name)} (${attachment.content_type})`
    parts.push(attachment.kind === 'text' ? `${head}\n\n${fence(attachment.content)}` : head)
  }
  for (const call of message.tool_calls) parts.push(`\nCalls ${code(call.name)}:\n\n${fence(call.arguments, 'json')}`)
  return `${parts.join('\n')}\n`
}

/** A fence that is longer than any within: nothing in the text ends it. */
function fence(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}`
}

/** No fence, heading or HTML that is opened in a quotation lasts beyond it. */
function quote(text: string): string {
  return text.replaceAll(/^(.*)$/gm, (_, words: string) => `> ${words}`.trimEnd())
}

function code(text: string): string {
  return `\`${line(text).replaceAll('`', "'")}\``
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
