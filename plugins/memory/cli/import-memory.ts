import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { SvcError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import { counted, jobResult } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { Stats } from '../documents/memory-stats.ts'
import type { ImportFault, ImportOutcome } from '../imports/import-outcome.ts'
import { filesAt } from './import-files.ts'
import type { FoundFile } from './import-files.ts'

const mostFiles = 20
const mostBytes = 2 * 1024 * 1024
const mostAsJson = 16 * 1024 * 1024
const askAgainMs = 500
const mostUnchanged = 60

type Context = CommandContext<Commands['memory import']>
type Sum = Pick<ImportOutcome, 'documents' | 'duplicates' | 'chunks' | 'failed'> & { faults: ImportFault[] }

/** `svc memory import`: sends a few files at a time and reports failures at the end. */
export async function importMemory(context: Context): Promise<number> {
  const argument = context.arguments.path
  const { files, leftOut } = await filesAt(argument, context.io.cwd)
  if (leftOut > 0)
    context.io.note(
      `Left out: ${leftOut} that ${leftOut === 1 ? 'is' : 'are'} not text, Markdown, HTML, PDF or DOCX by name`,
    )
  // What is wrong with the key, the home or the server is said once, before the files.
  await context.client.request('GET', '/api/auth/me')
  const sum: Sum = { documents: 0, duplicates: 0, chunks: 0, failed: 0, faults: [] }
  let done = 0
  for (const group of grouped(files)) {
    add(sum, await send(context, group))
    done += group.length
    context.io.note(
      `${done} of ${counted(files.length, 'file')}: ${counted(sum.documents, 'new document')}, ${counted(sum.chunks, 'passage')}`,
    )
  }
  for (const { file_name, line, detail } of sum.faults)
    context.io.note(`${file_name}${line === undefined ? '' : `, line ${line}`}: ${detail}`)
  if (sum.documents > 0) await showFindable(context, { waits: context.options.background !== true })
  const { documents, duplicates, chunks, failed } = sum
  const known = duplicates === 0 ? '' : `, ${duplicates} were there already`
  const bad = failed === 0 ? '' : `, ${failed} failed`
  context.io.result(
    sum,
    `Imported ${counted(documents, 'document')} in ${counted(chunks, 'passage')} from ${argument}${known}${bad}.`,
  )
  return failed > 0 ? 1 : 0
}

function* grouped(files: readonly FoundFile[]): Generator<FoundFile[]> {
  let group: FoundFile[] = []
  let bytes = 0
  for (const file of files) {
    if (group.length >= mostFiles || (group.length > 0 && bytes + file.bytes > mostBytes)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(file)
    bytes += file.bytes
  }
  if (group.length > 0) yield group
}

async function send(context: Context, group: readonly FoundFile[]): Promise<Sum> {
  const { source, tag } = context.options
  const options = { tags: tag, ...(source !== undefined && { source }) }
  const [first] = group
  try {
    const isLarge = first !== undefined && first.bytes > mostAsJson
    const sent = isLarge ? sendForm(context, first, options) : sendJson(context, group, options)
    const answer = await sent
    return 'job_id' in answer ? await jobResult<Sum>(context, answer.job_id, 'import') : answer
  } catch (error) {
    // When the request had one file, the error is about that file.
    if (!(error instanceof SvcError) || !isAboutFiles(error)) throw error
    if (group.length > 1) return sendOneByOne(context, group)
    const file_name = group[0]?.name ?? ''
    const fault = { file_name, code: error.code, detail: error.message }
    return { documents: 0, duplicates: 0, chunks: 0, failed: 1, faults: [fault] }
  }
}

/** Another file may do better; options that are not valid are wrong for all of them. */
function isAboutFiles({ status, code, errors = [] }: SvcError): boolean {
  if (status === 400) return errors.some(({ path }) => path.startsWith('/files'))
  return (status === 413 || status === 415 || status === 422) && code !== 'memory_full'
}

/** Large imports go on in a job. */
type Sent = Sum | { job_id: string }

interface ImportOptions {
  tags: string[]
  source?: string
}

async function sendJson(context: CommandContext, group: readonly FoundFile[], options: ImportOptions): Promise<Sent> {
  const files: JsonObject[] = []
  for (const { path, name } of group) files.push({ name, content_base64: await readFile(path, 'base64') })
  return context.client.request('POST', '/api/memory/import', { files, ...options })
}

/** JSON is held in memory whole, a form is not. */
async function sendForm(context: CommandContext, { path, name }: FoundFile, options: ImportOptions): Promise<Sent> {
  const form = new FormData()
  if (options.source !== undefined) form.append('source', options.source)
  for (const tag of options.tags) form.append('tags', tag)
  form.append('file', await openAsBlob(path), name)
  const { body, headers } = new Response(form)
  if (body === null) throw new TypeError('a form without a body')
  const contentType = headers.get('content-type') ?? ''
  return context.client.upload('POST', '/api/memory/import', { body: Readable.fromWeb(body), contentType })
}

async function sendOneByOne(context: Context, group: readonly FoundFile[]): Promise<Sum> {
  const sum: Sum = { documents: 0, duplicates: 0, chunks: 0, failed: 0, faults: [] }
  for (const file of group) add(sum, await send(context, [file]))
  return sum
}

/**
 * Says how much of the workspace is found by words, and how much by meaning, which follows; until all of it is, where the command waits. Ending
 * the command earlier stops nothing.
 */
async function showFindable(context: CommandContext, { waits }: { waits: boolean }): Promise<void> {
  let shown = -1
  for (let unchanged = 0; unchanged < mostUnchanged; unchanged += 1) {
    const { passages, embedded } = await context.client.request<Stats>('GET', '/api/memory/stats')
    const { state } = await context.client.request<{ state: string }>('GET', '/api/memory/embedder')
    if (embedded !== shown) {
      const byMeaning = state === 'off' ? 'none by meaning, which is off' : `${embedded} by meaning`
      context.io.note(`${counted(passages, 'passage')} can be found by words, ${byMeaning}`)
      unchanged = 0
    }
    shown = embedded
    if (state !== 'preparing') return
    if (!waits) break
    await wait(askAgainMs, undefined, { signal: context.signal })
  }
  context.io.note('The rest is embedded in the background; until then it is found by its words.')
}

function add(sum: Sum, more: Sum): void {
  sum.documents += more.documents
  sum.duplicates += more.duplicates
  sum.chunks += more.chunks
  sum.failed += more.failed
  sum.faults.push(...more.faults)
}
