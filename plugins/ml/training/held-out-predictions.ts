import { text } from 'node:stream/consumers'
import { decodeCursor, encodeCursor, NotFoundError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { ArtifactRow } from '../artifacts/artifact-store.ts'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { Runs } from '../tracking/runs.ts'
import { predictionsPath } from './run-writer.ts'

export type Label = string | number | boolean

export interface HeldOutPrediction {
  row: number
  fold: number
  y: Label
  prediction: Label
  probabilities?: Record<string, number>
}

type StoredFile = Pick<ArtifactRow, 'sha256' | 'size'>

const headBytes = 64 * 1024
/** Enough for a page of the widest lines. */
const lineBytes = 4096

/** Pages of a run's `predictions.csv`; a cursor is a place in the file, so no page reads those before it. */
export class HeldOutPredictions {
  readonly #runs: Runs
  readonly #artifacts: Artifacts

  constructor(runs: Runs, artifacts: Artifacts) {
    this.#runs = runs
    this.#artifacts = artifacts
  }

  /** @throws NotFoundError (the run, or it has none), ValidationError (the cursor) */
  async page(workspaceId: string, runId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
    const { result } = this.#runs.get(workspaceId, runId)
    if (result === null) throw new NotFoundError('The run has no held-out predictions: none of the trainers made it.')
    const classes = classesOf(result)
    const file = this.#artifacts.row(workspaceId, runId, predictionsPath)
    const from =
      cursor === undefined ? await this.#afterHead(workspaceId, file) : decodeCursor<[number]>(cursor, ['number'])[0]
    const lines = await this.#lines(workspaceId, file, from, { bytes: limit * lineBytes, most: limit })
    const end = lines.reduce((place, line) => place + Buffer.byteLength(line) + 1, from)
    return {
      items: lines.map(line => shown(line, classes)),
      next_cursor: end < file.size && lines.length > 0 ? encodeCursor([end]) : null,
    }
  }

  async #afterHead(workspaceId: string, file: StoredFile): Promise<number> {
    const [line = ''] = await this.#lines(workspaceId, file, 0, { bytes: headBytes, most: 1 })
    return Buffer.byteLength(line) + 1
  }

  /** Whole lines from a place on: those of so many bytes, or one that is longer. */
  async #lines(
    workspaceId: string,
    { sha256, size }: StoredFile,
    start: number,
    { bytes, most }: { bytes: number; most: number },
  ): Promise<string[]> {
    if (start >= size) return []
    const end = Math.min(size, start + bytes)
    const file = await this.#artifacts.contents.open(workspaceId, sha256)
    const content = await text(file.createReadStream({ start, end: end - 1, autoClose: true }))
    const lines = content.split('\n')
    lines.pop()
    if (lines.length === 0 && end < size)
      return this.#lines(workspaceId, { sha256, size }, start, { bytes: 2 * bytes, most })
    return lines.slice(0, most)
  }
}

function classesOf(result: JsonObject): Label[] | null {
  return Array.isArray(result['classes']) ? (result['classes'] as Label[]) : null
}

function shown(line: string, classes: Label[] | null): HeldOutPrediction {
  const [row, fold, y, prediction, ...shares] = cellsOf(line)
  if (!classes) return { row: Number(row), fold: Number(fold), y: Number(y), prediction: Number(prediction) }
  const labels = new Map(classes.map(label => [String(label).replaceAll(/[\r\n]+/g, ' '), label]))
  const probabilities = Object.fromEntries(classes.map((label, code) => [String(label), Number(shares[code])]))
  return {
    row: Number(row),
    fold: Number(fold),
    y: labels.get(y!)!,
    prediction: labels.get(prediction!)!,
    probabilities,
  }
}

/** The cells of a line as `predictions-csv.ts` writes it. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  )
}
