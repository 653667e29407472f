import { readFile } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { messageOf, ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import { textTable } from '@svc/plugin/library/terminal/text-table'
import type { Claim } from '../claims/claim.ts'
import type { Commands } from '../generated/commands.ts'
import type { Project } from '../projects/project.ts'
import type { AddedSources, Source } from '../sources/source.ts'
import type { Verification } from '../verify/verifier.ts'
import { projectPath, projectsPath } from './find-records.ts'

/** `svc research projects list`. */
export async function listProjects({
  client,
  io,
}: CommandContext<Commands['research projects list']>): Promise<number> {
  const items = await everyItem<Project>(client, projectsPath)
  const rows = items.map(({ title, counts, research_project_id }) => [
    title,
    counts.sources,
    counts.claims,
    counts.problems,
    research_project_id,
  ])
  const shown = textTable(['title', 'sources', 'claims', 'broken', 'id'], rows)
  io.result({ items }, items.length === 0 ? 'There is no research project yet.' : shown)
  return 0
}

/** `svc research sources list`. */
export async function listSources(context: CommandContext<Commands['research sources list']>): Promise<number> {
  const path = await projectPath(context.client, context.arguments.project)
  const items = await everyItem<Source>(context.client, `${path}/sources`)
  const rows = items.map(({ key, csl, state, claims, source_id }) => [
    key,
    String(csl.title ?? '').slice(0, 60),
    state,
    claims,
    source_id,
  ])
  const shown = textTable(['key', 'title', 'state', 'claims', 'id'], rows)
  context.io.result({ items }, items.length === 0 ? 'The project has no sources yet.' : shown)
  return 0
}

/** `svc research claims list`. */
export async function listClaims(context: CommandContext<Commands['research claims list']>): Promise<number> {
  const path = await projectPath(context.client, context.arguments.project)
  const items = await everyItem<Claim>(context.client, `${path}/claims`)
  const rows = items.map(({ status, text, evidence, claim_id }) => [
    status,
    text.replaceAll(/\s+/g, ' ').slice(0, 80),
    evidence.length,
    claim_id,
  ])
  const shown = textTable(['status', 'claim', 'evidence', 'id'], rows)
  context.io.result({ items }, items.length === 0 ? 'The project claims nothing yet.' : shown)
  return 0
}

/** `svc research add`: a file, an address, a DOI, or references. */
export async function addSource(context: CommandContext<Commands['research add']>): Promise<number> {
  const { client, io, arguments: given, options } = context
  const path = await projectPath(client, given.project)
  const body: JsonObject = {
    ...(await sourceOf(context, given.source)),
    ...(options.key !== undefined && { key: options.key }),
  }
  const added = await client.request<AddedSources>('POST', `${path}/sources`, body)
  const lines = added.items.map(item => {
    const there = item.duplicate === true ? ' (was there already)' : ''
    return `${item.key}  ${String(item.csl.title ?? '')}${there}`
  })
  for (const warning of added.warnings) io.note(warning)
  io.result(added, lines.join('\n'))
  return 0
}

/** `svc research verify`: ends with 1 where something does not hold. */
export async function verifyProject(context: CommandContext<Commands['research verify']>): Promise<number> {
  const path = await projectPath(context.client, context.arguments.project)
  const found = await context.client.request<Verification>('POST', `${path}/verify`, {})
  const { claims, evidence, sources } = found.checked
  const checked = `${counted(claims, 'claim')}, ${evidence} pieces of evidence and ${counted(sources, 'source')} were read again`
  const lines = found.problems.map(({ code, message, claim_id, source_id, was, is }) => {
    const change = was === undefined ? '' : `\n    then: ${was}\n    now:  ${is ?? ''}`
    return `  ${claim_id ?? source_id ?? ''}  ${code}: ${message}${change}`
  })
  context.io.result(
    found,
    [`${checked}: ${found.ok ? 'all of it holds.' : 'not all of it holds.'}`, ...lines].join('\n'),
  )
  return found.ok ? 0 : 1
}

async function sourceOf({ client, io }: CommandContext, named: string): Promise<JsonObject> {
  if (/^(?:doi:\s*)?10\.\d{4,9}\/\S+$/i.test(named) || /^https?:\/\/(?:dx\.)?doi\.org\//i.test(named))
    return { doi: named }
  if (/^https?:\/\//i.test(named)) return { url: named }
  const path = resolve(io.cwd, named)
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new ValidationError(`${named} cannot be read: ${messageOf(cause)}`, [], { cause })
  })
  const ending = extname(named).toLowerCase()
  const isText = ['.bib', '.ris', '.json', '.txt', '.md'].includes(ending)
  if (isText && !isUtf8(bytes)) throw new ValidationError(`${named} is not UTF-8.`)
  const text = isText ? bytes.toString('utf8') : ''
  if (ending === '.bib') return { bibtex: text }
  if (ending === '.ris') return { ris: text }
  if (ending === '.json') return { csl: JSON.parse(text) as JsonObject }
  if (isText) return { text, title: basename(named, extname(named)) }
  const { file_id } = await client.upload<{ file_id: string }>(
    'PUT',
    `/api/files/content/Research/${encodeURIComponent(basename(named))}`,
    { contentType: 'application/octet-stream', body: Readable.from([bytes]), length: bytes.length },
  )
  return { file_id }
}
