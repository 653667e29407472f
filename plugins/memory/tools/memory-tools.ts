import type { AuditLog, PluginEnv } from '@svc/plugin'
import type { MemoryResult } from '@svc/plugin/contracts/memory'
import { toolProvenance } from '../documents/caller-provenance.ts'
import type { MemoryDocuments } from '../documents/memory-documents.ts'
import type { MemorySearches } from '../documents/memory-search.ts'

/** `schemas/memory-add.input.json`. */
interface AddInput {
  content: string
  source?: string
  tags?: string[]
  valid_until?: string
}

/** `schemas/memory-search.input.json`. */
interface SearchInput {
  query: string
  top_k?: number
  tags?: string[]
  source?: string
}

export interface MemoryToolsOptions {
  documents: MemoryDocuments
  searches: MemorySearches
  audit: AuditLog
}

const longestText = 2000

/** What an agent does with the workspace's memory. */
export function bindMemoryTools(env: PluginEnv<unknown>, { documents, searches, audit }: MemoryToolsOptions): void {
  env.tool<AddInput>('memory_add', async (input, context) => {
    const { principal, signal, said } = context
    const remembering = { principal, provenance: toolProvenance(context), signal, ...(said && { said }) }
    const { document, duplicate } = await documents.add(input, remembering)
    return { id: document.id, remembered: !duplicate }
  })

  env.tool<SearchInput>('memory_search', async (input, { principal, signal }) => {
    const { results, notice } = await searches.search({ ...input, principal, signal })
    return { memories: results.map(shownToModel), ...(notice !== null && { notice }) }
  })

  env.tool<{ id: string }>('memory_delete', async ({ id }, { principal }) => {
    const { source } = documents.get(principal.workspace_id, id)
    const details = { source, via: 'tool' }
    // First, as deleteAudited says why.
    await audit.append({ principal, action: 'memory.deleted', target: id, ip: null, request_id: null, details })
    await documents.delete(principal.workspace_id, id)
    return { id, deleted: true }
  })
}

function shownToModel({ id, chunk, source, tags, created_at, score }: MemoryResult) {
  const heading = chunk.heading.join(' > ')
  return {
    id,
    text: chunk.text.length > longestText ? `${chunk.text.slice(0, longestText).toWellFormed()}…` : chunk.text,
    ...(heading !== '' && { heading }),
    source,
    ...(tags.length > 0 && { tags }),
    date: created_at,
    score: Math.round(score * 1000) / 1000,
  }
}
