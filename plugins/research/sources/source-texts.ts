import { messageOf, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Memories } from '@svc/plugin/contracts/memory'
import { codePointCount } from '../quotes/code-points.ts'
import type { ArrivingFiles } from './snapshot-files.ts'
import type { SourceText } from './source.ts'

/** What was read out of a snapshot, and the file that holds it. */
export interface ExtractedText {
  text: SourceText
  size: number
}

export interface TextReading {
  text: ExtractedText | null
  title: string | null
  warnings: string[]
}

/** A snapshot with what its sender said of it. */
export interface NamedSnapshot {
  sha256: string
  name: string
  content_type: string
}

const ownReader = { name: 'svc-text', version: '1' }

/** The text of snapshots: read once, in a process of its own, and kept by its hash. */
export class SourceTexts {
  readonly #memories: Memories | undefined

  constructor(memories: Memories | undefined) {
    this.#memories = memories
  }

  /** Text that somebody wrote for the source. */
  async ofText(text: string, arriving: ArrivingFiles): Promise<ExtractedText> {
    return this.#keep(text, ownReader, arriving)
  }

  /** Null with a warning for a document without text, such as scanned pages. @throws CallerError 415, UnavailableError, the signal's reason */
  async ofSnapshot(
    { workspace_id, user_id }: Pick<Principal, 'workspace_id' | 'user_id'>,
    { sha256, name, content_type }: NamedSnapshot,
    { signal, arriving }: { signal: AbortSignal; arriving: ArrivingFiles },
  ): Promise<TextReading> {
    if (this.#memories === undefined)
      throw new UnavailableError(
        'Documents are read by the plugin memory, which is switched off. Send the source as "text".',
      )
    const path = arriving.path(sha256)
    try {
      const read = await this.#memories.readText(
        { name, content_type, path },
        { workspace_id, user_id, signal, form: 'visible' },
      )
      return { text: await this.#keep(read.text, read.reader, arriving), title: read.title, warnings: read.warnings }
    } catch (error) {
      if (!(error instanceof UnprocessableError)) throw error
      return { text: null, title: null, warnings: [`${messageOf(error)} It can be cited, and nothing of it quoted.`] }
    }
  }

  async #keep(text: string, extractor: SourceText['extractor'], arriving: ArrivingFiles): Promise<ExtractedText> {
    const normal = text.normalize('NFC')
    const { sha256, size } = await arriving.keepText(normal)
    const pages = normal.includes('\f') ? { pages: normal.split('\f').length } : {}
    return { text: { sha256, chars: codePointCount(normal), ...pages, extractor }, size }
  }
}
