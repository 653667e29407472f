import { SvcError } from '@svc/plugin'
import type { LeftOut } from '@svc/plugin/library/text/left-out'
import type { MlflowFile } from './mlflow-files.ts'
import type { PatientClient } from './patient-client.ts'

/** A request that the file itself makes fail: its path, or its size. */
const refusals: readonly number[] = [400, 413]

interface KeptFile {
  path: string
  size: number | null
  is_dir: boolean
}

export interface FileCount {
  files: number
  bytes: number
}

/** Keeps files of MLflow with runs that are here. What is there already, with the same size, is not sent again. */
export class FileImport {
  readonly #client: PatientClient
  readonly #left: LeftOut
  readonly #came: FileCount = { files: 0, bytes: 0 }

  constructor(client: PatientClient, left: LeftOut) {
    this.#client = client
    this.#left = left
  }

  /** What was sent so far. */
  get came(): Readonly<FileCount> {
    return this.#came
  }

  /** @param folder - below which the files come; empty for the top */
  async bring(runId: string, files: AsyncIterable<MlflowFile>, folder = ''): Promise<void> {
    const there = await this.#kept(runId)
    for await (const { path, size, open } of files) {
      const at = folder === '' ? path : `${folder}/${path}`
      const kept = there.get(at)
      if (kept !== undefined && (size === null || kept === size)) continue
      await this.#send(runId, at, { path, size, open })
    }
  }

  async #send(runId: string, path: string, { size, open }: MlflowFile): Promise<void> {
    const address = `/api/ml/runs/${runId}/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`
    try {
      await this.#client.put(address, async () => ({
        body: await open(),
        contentType: 'application/octet-stream',
        ...(size !== null && { length: size }),
      }))
    } catch (error) {
      if (!(error instanceof SvcError) || !refusals.includes(error.status)) throw error
      this.#left.add(`files that this server refused: ${error.message}`)
      return
    }
    this.#came.files += 1
    this.#came.bytes += size ?? 0
  }

  /** The sizes of the files that the run has, by their paths. */
  async #kept(runId: string, folder = ''): Promise<Map<string, number>> {
    const query = folder === '' ? '' : `?${new URLSearchParams({ path: folder })}`
    const { items } = await this.#client.send<{ items: KeptFile[] }>('GET', `/api/ml/runs/${runId}/artifacts${query}`)
    const found = new Map<string, number>()
    for (const { path, size, is_dir } of items) {
      if (!is_dir) found.set(path, size ?? 0)
      else for (const [each, bytes] of await this.#kept(runId, path)) found.set(each, bytes)
    }
    return found
  }
}
