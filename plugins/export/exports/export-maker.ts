import { hash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonValue, Principal } from '@svc/plugin'
import { isDiskFull, storageFull } from '@svc/plugin'
import { jsonHash } from '@svc/plugin/library/text/canonical-json'
import type { Chapter, ExportedRecord, ExportItem, ExportOrder, ExportWarning } from '@svc/plugin/contracts/export'
import { compose, titleOf } from '../document/compose.ts'
import type { RecordEntry } from '../document/prepared-document.ts'
import type { UnpreparedDocument } from '../document/unprepared-document.ts'
import { readLogo } from '../reading/logo.ts'
import type { LogoOptions } from '../reading/logo.ts'
import type { Sources } from '../reading/sources.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { DocumentTask, RenderAnswer } from '../rendering/render-task.ts'
import type { ExportFiles, MadePart } from './export-files.ts'
import { fileNameOf } from './export-record.ts'
import type { ManifestFacts, PdfSignature } from './export-record.ts'
import type { ExportSigner } from './export-signer.ts'
import type { ExportFacts } from './export-store.ts'
import type { SignaturePlace } from '../signing/pdf-signature-place.ts'
import { attachmentName, folderName, measured, StagedFiles } from './staged-files.ts'

export interface MakingOptions extends LogoOptions {
  sources: Sources
  renderer: Renderer
  exportFiles: ExportFiles
  signer: ExportSigner
}

export interface Making {
  export_id: string
  order: ExportOrder
  principal: Principal
  /** RFC 3339; the time of all that is in the document. */
  createdAt: string
  signal: AbortSignal
  timeoutMs: number
}

/** What was made, and is to be recorded. */
export interface Made {
  title: string
  file_name: string
  size: number
  facts: ExportFacts
  items: Omit<RecordEntry, 'record'>[]
  parts: MadePart[]
}

interface ReadRecords {
  records: RecordEntry[]
  chapters: Chapter[]
  provenance: string[]
  warnings: ExportWarning[]
  claims: { total: number; without_evidence: number } | null
}

const defaultRows = 1000

/** Makes the file of an order: reads the records, writes the document, and signs it. */
export class ExportMaker {
  readonly #options: MakingOptions

  constructor(options: MakingOptions) {
    this.#options = options
  }

  /** Nothing is left when it throws. @throws as the sources, the renderer and the signer; StorageFullError */
  async make(making: Making): Promise<Made> {
    const { exportFiles } = this.#options
    try {
      return await exportFiles.staged(making.principal.workspace_id, folder => this.#make(making, folder))
    } catch (error) {
      throw isDiskFull(error) ? storageFull('the export', error) : error
    }
  }

  async #make(making: Making, folder: string): Promise<Made> {
    const { order, principal, createdAt } = making
    const files = new StagedFiles(folder)
    const read = await this.#read(making, files)
    const logo = await this.#logo(making)
    const document = compose({ order, ...read, logo, createdAt, username: principal.username })
    const path = join(folder, 'document')
    const title = titleOf(order, read.records)
    const file_name = fileNameOf(title, order.format)
    const isZip = order.format === 'zip'
    const rendered = isZip
      ? await this.#stageDocuments(making, { document, files, folder })
      : await this.#render(making, { document, path, format: order.format as DocumentTask['format'] })
    const signature = order.sign?.pdf === true ? await this.#signPdf(making, path, rendered.signaturePlace) : null
    const alone = isZip ? null : await files.take(file_name, path)
    const manifest =
      order.sign?.manifest === true ? await this.#signManifest(making, { title, read, files, folder }) : null
    if (isZip) await this.#pack(making, { files, folder, path, hasManifest: manifest !== null })
    const { size, sha256 } = alone ?? (await measured(path))
    const parts = await this.#take(making, folder, { path, hasManifest: manifest !== null })
    const warnings = [...read.warnings, ...rendered.warnings]
    return {
      title,
      file_name,
      size,
      facts: { sha256, pages: rendered.pages, signature, manifest, warnings, error: null },
      items: read.records.map(({ record: _record, ...item }) => item),
      parts,
    }
  }

  async #read({ order, principal, signal }: Making, files: StagedFiles): Promise<ReadRecords> {
    const { options = {}, format } = order
    const read: ReadRecords = { records: [], chapters: [], provenance: [], warnings: [], claims: null }
    const isZip = format === 'zip'
    const reading = {
      principal,
      signal,
      lang: options.lang ?? 'en',
      rows: options.rows ?? defaultRows,
      wantsAttachments: isZip,
      wantsNotebook: options.notebook ?? false,
    }
    await this.#options.sources.read(order.items, reading, async (record, item, index) => {
      const entry = entryOf(record, item)
      read.records.push(entry)
      read.chapters.push(...chaptersOf(record, item))
      read.warnings.push(...(record.warnings ?? []))
      if (record.provenance !== undefined) read.provenance.push(record.provenance)
      if (record.claims !== undefined)
        read.claims = {
          total: (read.claims?.total ?? 0) + record.claims.total,
          without_evidence: (read.claims?.without_evidence ?? 0) + record.claims.without_evidence,
        }
      if (!isZip) return
      const folder = `items/${folderName(index + 1, entry.title)}`
      const taken = new Set(['record.json'])
      await files.add(`${folder}/record.json`, `${JSON.stringify(record.record, null, 2)}\n`, signal)
      for (const { name, content } of record.attachments ?? []) {
        const unique = attachmentName(name, taken)
        taken.add(unique.toLowerCase())
        await files.add(`${folder}/${unique}`, content, signal)
      }
    })
    return read
  }

  async #logo({ order: { cover }, principal }: Making): Promise<Uint8Array | undefined> {
    if (typeof cover !== 'object' || cover.logo_file_id === undefined) return undefined
    return readLogo(cover.logo_file_id, principal, this.#options)
  }

  #render({ principal, signal, timeoutMs }: Making, task: Omit<DocumentTask, 'kind'>): Promise<RenderAnswer> {
    const use = { workspaceId: principal.workspace_id, signal, timeoutMs }
    return this.#options.renderer.render({ kind: 'document', ...task }, use)
  }

  /** For reading: one page for a browser, and the text with its figures. */
  async #stageDocuments(
    making: Making,
    { document, files, folder }: { document: UnpreparedDocument; files: StagedFiles; folder: string },
  ): Promise<RenderAnswer> {
    const html = join(folder, 'html')
    const md = join(folder, 'md')
    const figuresFolder = join(folder, 'figures')
    await mkdir(figuresFolder)
    const rendered = await this.#render(making, { document, path: html, format: 'html' })
    const { figures } = await this.#render(making, { document, path: md, format: 'md', figuresFolder })
    await files.take('document.html', html)
    await files.take('document.md', md)
    for (const name of figures) await files.take(`figures/${name}`, join(figuresFolder, name))
    return rendered
  }

  async #signPdf(
    { order, principal, createdAt }: Making,
    path: string,
    place: SignaturePlace | undefined,
  ): Promise<PdfSignature> {
    const { bytes, signature } = await this.#options.signer.pdf(await readFile(path), order.sign ?? {}, {
      principal,
      at: createdAt,
      place,
    })
    await writeFile(path, bytes)
    return signature
  }

  async #signManifest(
    { export_id, createdAt }: Making,
    { title, read, files, folder }: { title: string; read: ReadRecords; files: StagedFiles; folder: string },
  ): Promise<ManifestFacts> {
    const { bytes, signature, key_id } = await this.#options.signer.manifest({
      export_id,
      created_at: createdAt,
      title,
      files: inOrder(files).map(({ path, size, sha256 }) => ({ path, size, sha256 })),
      items: read.records.map(({ type, id, version, sha256 }) => ({ type, id, version, sha256 })),
      ...(read.claims !== null && { claims: read.claims }),
    })
    await writeFile(join(folder, 'manifest'), bytes)
    await writeFile(join(folder, 'signature'), signature)
    return { key_id, sha256: hash('sha256', bytes, 'hex') }
  }

  async #pack(
    { principal, createdAt, signal, timeoutMs }: Making,
    { files, folder, path, hasManifest }: { files: StagedFiles; folder: string; path: string; hasManifest: boolean },
  ): Promise<void> {
    const entries = [
      ...inOrder(files).map(file => ({ name: file.path, path: file.from })),
      ...(hasManifest
        ? [
            { name: 'svc-manifest.json', path: join(folder, 'manifest') },
            { name: 'svc-manifest.sig', path: join(folder, 'signature') },
          ]
        : []),
    ]
    const use = { workspaceId: principal.workspace_id, signal, timeoutMs }
    await this.#options.renderer.render({ kind: 'pack', entries, at: createdAt, path }, use)
  }

  #take(
    { principal }: Making,
    folder: string,
    { path, hasManifest }: { path: string; hasManifest: boolean },
  ): Promise<MadePart[]> {
    const beside = (['manifest', 'signature'] as const).map(part => ({ part, path: join(folder, part) }))
    const files = [...(hasManifest ? beside : []), { part: 'content' as const, path }]
    return this.#options.exportFiles.take(principal.workspace_id, files)
  }
}

/** What one reads first comes first. */
function inOrder(files: StagedFiles) {
  const documents = files.all.filter(({ path }) => !path.startsWith('items/'))
  return [...documents, ...files.all.filter(({ path }) => path.startsWith('items/'))]
}

function entryOf({ title, version, sha256, record }: ExportedRecord, item: ExportItem): RecordEntry {
  return {
    type: item.type,
    id: item.id ?? null,
    version,
    title: item.title ?? title,
    sha256: sha256 ?? jsonHash(record as JsonValue),
    record,
  }
}

/** The title that the order gives replaces that of the record's first chapter. */
function chaptersOf({ chapters }: ExportedRecord, { title }: ExportItem): Chapter[] {
  return chapters.map((chapter, index) => (index === 0 && title !== undefined ? { ...chapter, title } : chapter))
}
