import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { messageOf, ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { openZip } from '@svc/plugin/library/zip'
import type { Commands } from '../generated/commands.ts'
import { mostMessages } from '../imports/conversation-imports.ts'
import type { ImportedConversation, ImportOutcome } from '../imports/conversation-imports.ts'
import { LeftOut } from '@svc/plugin/library/text/left-out'
import { readChatGpt } from '../imports/read-chatgpt.ts'
import { readOpenWebUi } from '../imports/read-open-webui.ts'

type Context = CommandContext<Commands['import chatgpt']>
type Reader = (content: unknown, left: LeftOut) => ImportedConversation[] | null

const mostAtOnce = 50
const mostLetters = 4 * 1024 * 1024
const mostUnpacked = 1024 * 1024 * 1024

/** `svc import chatgpt` */
export function importChatGpt(context: Context): Promise<number> {
  return importFile(context, {
    source: 'chatgpt',
    read: readChatGpt,
    what: "ChatGPT's export: a ZIP, or its conversations.json",
  })
}

/** `svc import open-webui` */
export function importOpenWebUi(context: CommandContext<Commands['import open-webui']>): Promise<number> {
  return importFile(context, {
    source: 'open-webui',
    read: readOpenWebUi,
    what: "Open WebUI's export of chats, a JSON file",
  })
}

async function importFile(
  { arguments: { file }, options: { dryRun }, client, io }: Context,
  { source, read, what }: { source: string; read: Reader; what: string },
): Promise<number> {
  const left = new LeftOut()
  const contents = await contentsOf(resolve(io.cwd, file))
  const found = contents.map(content => read(content, left))
  if (found.every(each => each === null)) {
    throw new ValidationError(`${basename(file)} is not ${what}. docs/move-from-${source}.md says how to make it.`)
  }
  const conversations = found.flatMap(each => each ?? [])
  const messages = conversations.reduce((sum, each) => sum + each.messages.length, 0)
  const size = `${counted(conversations.length, 'conversation')} with ${counted(messages, 'message')}`
  const remarks = left.toJSON().map(each => `Left out: ${each.count} ${each.what}`)
  if (dryRun === true) {
    const text = [`${size} would come. Nothing was changed.`, ...remarks].join('\n')
    io.result({ conversations: conversations.length, messages, left_out: left.toJSON(), dry_run: true }, text)
    return 0
  }
  const outcomes: ImportOutcome[] = []
  for (const batch of batchesOf(conversations)) {
    const { items } = await client.request<{ items: ImportOutcome[] }>('POST', '/api/conversations/import', {
      source,
      conversations: batch.map(asJson),
    })
    outcomes.push(...items)
    io.note(`${outcomes.length} of ${counted(conversations.length, 'conversation')}`)
  }
  const present = outcomes.filter(({ status }) => status === 'present').length
  const created = outcomes.length - present
  const came = `${counted(created, 'conversation')} came${present > 0 ? `; ${present} were here before` : ''}.`
  io.result({ created, present, left_out: left.toJSON() }, [came, ...remarks].join('\n'))
  return 0
}

/** What the file holds as JSON: itself, or the parts of a ZIP that hold conversations. */
async function contentsOf(path: string): Promise<unknown[]> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new ValidationError(`${path} cannot be read: ${messageOf(cause)}`, [], { cause })
  })
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return [parsed(bytes, basename(path))]
  const archive = openZip(bytes, { what: 'export', maxEntryBytes: mostUnpacked, maxTotalBytes: mostUnpacked })
  const names = archive.names.filter(name => /(^|\/)conversations(-\d+)?\.json$/.test(name))
  if (names.length === 0) throw new ValidationError(`${basename(path)} holds no conversations.json.`)
  return names.map(name => parsed(archive.read(name), name))
}

function parsed(bytes: Buffer, name: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch (cause) {
    throw new ValidationError(`${name} is no JSON: ${messageOf(cause)}`, [], { cause })
  }
}

function asJson({ messages, ...conversation }: ImportedConversation): JsonObject {
  return { ...conversation, messages: messages.map(message => ({ ...message })) }
}

function* batchesOf(conversations: readonly ImportedConversation[]): Generator<ImportedConversation[]> {
  let batch: ImportedConversation[] = []
  let messages = 0
  let letters = 0
  for (const conversation of conversations) {
    const more = conversation.messages.length
    const size = conversation.messages.reduce((sum, { content }) => sum + content.length, 0)
    const isFull = batch.length === mostAtOnce || messages + more > mostMessages || letters + size > mostLetters
    if (batch.length > 0 && isFull) {
      yield batch
      batch = []
      messages = 0
      letters = 0
    }
    batch.push(conversation)
    messages += more
    letters += size
  }
  if (batch.length > 0) yield batch
}
