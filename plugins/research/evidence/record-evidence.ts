import { ForbiddenError, hasScope, NotFoundError, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { JsonObject, Principal } from '@svc/plugin'
import type { Datasets } from '@svc/plugin/contracts/datasets'
import type { Files } from '@svc/plugin/contracts/files'
import type { TextWork } from '../thread/text-work.ts'
import type { EvidenceKind, EvidenceProblem, EvidenceUse, ResolvedEvidence } from './evidence.ts'
import { requireRecord } from './own-records.ts'
import type { OwnRecords } from './own-records.ts'
import { requirePlace } from './quote-evidence.ts'

interface DatasetBody {
  dataset_id: string
  version: number
  columns?: string[]
}

/** One version of a dataset, by the hash of its file. */
export class DatasetEvidence implements EvidenceKind<DatasetBody> {
  readonly #datasets: Datasets | undefined

  constructor(datasets: Datasets | undefined) {
    this.#datasets = datasets
  }

  async resolve({ dataset_id, version, columns }: DatasetBody, { principal }: EvidenceUse): Promise<ResolvedEvidence> {
    assertScope(principal, 'data:read')
    const found = present(this.#datasets, 'data').get(principal.workspace_id, dataset_id, version)
    const known = found.columns.map(({ name }) => name)
    const unknown = (columns ?? []).filter(name => !known.includes(name))
    if (unknown.length > 0)
      throw new UnprocessableError(
        'unprocessable',
        `Version ${version} of ${found.name} has no column ${unknown.join(', ')}; it has ${known.join(', ')}.`,
      )
    const body = {
      dataset_id: found.dataset_id,
      version: found.version,
      sha256: found.sha256,
      ...(columns ? { columns } : {}),
    }
    return { body, target: found.dataset_id, source_id: null }
  }

  async check(
    { dataset_id, version, sha256 }: DatasetBody & { sha256: string },
    { principal }: EvidenceUse,
  ): Promise<EvidenceProblem | null> {
    assertScope(principal, 'data:read')
    const found = orNull(() => present(this.#datasets, 'data').get(principal.workspace_id, dataset_id, version))
    if (found === null)
      return { code: 'dataset_version_missing', message: `Version ${version} of the dataset ${dataset_id} is gone.` }
    if (found.sha256 === sha256) return null
    return {
      code: 'dataset_altered',
      message: `Version ${version} of the dataset ${dataset_id} has other bytes.`,
      was: sha256,
      is: found.sha256,
    }
  }
}

interface FileBody {
  file_id: string
  sha256?: string
}

/** A file, by the hash of its bytes. */
export class FileEvidence implements EvidenceKind<FileBody> {
  readonly #files: Files | undefined

  constructor(files: Files | undefined) {
    this.#files = files
  }

  async resolve({ file_id, sha256 }: FileBody, { principal }: EvidenceUse): Promise<ResolvedEvidence> {
    assertScope(principal, 'files:read')
    const file = present(this.#files, 'files').get(principal.workspace_id, file_id)
    if (sha256 !== undefined && sha256 !== file.sha256)
      throw new UnprocessableError(
        'file_altered',
        `The file ${file.path} has the SHA-256 ${file.sha256}, not ${sha256}.`,
      )
    return {
      body: { file_id, sha256: file.sha256, path: file.path, version: file.version },
      target: file_id,
      source_id: null,
    }
  }

  async check({ file_id, sha256 }: Required<FileBody>, { principal }: EvidenceUse): Promise<EvidenceProblem | null> {
    assertScope(principal, 'files:read')
    const file = orNull(() => present(this.#files, 'files').get(principal.workspace_id, file_id))
    if (file?.sha256 === sha256) return null
    if (file === null) return { code: 'file_altered', message: `The file ${file_id} is gone.` }
    return { code: 'file_altered', message: `The file ${file.path} has other bytes.`, was: sha256, is: file.sha256 }
  }
}

/** The receipt of a query: its statement, run again over the versions that it names, gives the same. */
export class QueryEvidence implements EvidenceKind<{ receipt: JsonObject }> {
  readonly #records: OwnRecords

  constructor(records: OwnRecords) {
    this.#records = records
  }

  async resolve({ receipt }: { receipt: JsonObject }, use: EvidenceUse): Promise<ResolvedEvidence> {
    const problem = await this.check({ receipt }, use)
    if (problem !== null) throw new UnprocessableError('receipt_invalid', problem.message)
    return { body: { receipt }, target: null, source_id: null }
  }

  async check({ receipt }: { receipt: JsonObject }, use: EvidenceUse): Promise<EvidenceProblem | null> {
    const verdict = await this.#records.post('/api/data/receipts/verify', { receipt }, use)
    if (verdict === null) throw new UnavailableError('Receipts are verified by the plugin data, which is switched off.')
    if (verdict['valid'] === true) return null
    const reason = typeof verdict['reason'] === 'string' ? verdict['reason'] : 'it does not hold'
    return { code: 'receipt_invalid', message: `The receipt of the query is not valid: ${reason}` }
  }
}

interface NoteBody {
  note_id: string
  quote: string
}

/** A passage of a note. */
export class NoteEvidence implements EvidenceKind<NoteBody> {
  readonly #records: OwnRecords
  readonly #work: TextWork

  constructor(records: OwnRecords, work: TextWork) {
    this.#records = records
    this.#work = work
  }

  async resolve({ note_id, quote }: NoteBody, use: EvidenceUse): Promise<ResolvedEvidence> {
    const note = requireRecord(await this.#read(note_id, use), 'note', note_id)
    const found = await this.#find(note, quote, use)
    requirePlace(found.outcome === 'ambiguous' ? { outcome: 'found', place: found.places[0]! } : found, 'the note')
    return { body: { note_id, quote, version: note['version'] ?? null }, target: note_id, source_id: null }
  }

  async check({ note_id, quote }: NoteBody, use: EvidenceUse): Promise<EvidenceProblem | null> {
    const note = await this.#read(note_id, use)
    if (note === null) return { code: 'note_changed', message: `The note ${note_id} is gone.`, was: quote }
    const found = await this.#find(note, quote, use)
    if (found.outcome !== 'missing') return null
    const message = 'The note was changed and no longer has the quote.'
    return { code: 'note_changed', message, was: quote, ...(found.nearest && { is: found.nearest.text }) }
  }

  #read(noteId: string, use: EvidenceUse): Promise<JsonObject | null> {
    return this.#records.get(`/api/workspace/notes/${encodeURIComponent(noteId)}`, use)
  }

  #find(note: JsonObject, quote: string, { principal, signal }: EvidenceUse) {
    const text = String(note['body']).normalize('NFC')
    return this.#work.run('quote', { text, quote }, { workspaceId: principal.workspace_id, signal })
  }
}

/** Other evidence is read by the routes of its plugin, which ask for theirs. @throws ForbiddenError */
function assertScope({ scopes }: Principal, scope: string): void {
  if (!hasScope(scopes, scope)) throw new ForbiddenError('forbidden', `It needs the scope ${scope}.`)
}

function present<T>(service: T | undefined, plugin: string): T {
  if (service !== undefined) return service
  throw new UnavailableError(`The evidence rests on the plugin ${plugin}, which is switched off.`)
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
