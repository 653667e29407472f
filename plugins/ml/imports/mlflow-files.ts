import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { methodPath, nextPage, whole } from './mlflow-api.ts'
import type { MlflowApi } from './mlflow-api.ts'

const entry = Type.Object({
  path: Type.String(),
  is_dir: Type.Optional(Type.Boolean()),
  file_size: Type.Optional(whole),
})
const ofRun = Type.Object({
  root_uri: Type.Optional(Type.String()),
  files: Type.Optional(Type.Array(entry)),
  ...nextPage,
})
const atPath = Type.Object({ files: Type.Optional(Type.Array(entry)) })
/** What the server itself keeps, or fetches for its clients. */
const proxied = 'mlflow-artifacts:'
const proxy = '/api/2.0/mlflow-artifacts/artifacts'

export interface MlflowFile {
  /** Below the folder that was asked for. */
  path: string
  /** Bytes; null where the server does not say it. */
  size: number | null
  open(): Promise<Readable>
}

/** The files of runs and models, as the server of MLflow gives them, wherever they lie. */
export class MlflowFiles {
  readonly #api: MlflowApi

  constructor(api: MlflowApi) {
    this.#api = api
  }

  /** Where the files of a run lie; null where it does not say it. @throws UpstreamError */
  async root(runId: string): Promise<string | null> {
    const { root_uri } = await this.#api.ask(ofRun, 'GET', methodPath('artifacts/list', { run_id: runId }))
    return root_uri ?? null
  }

  /** Every file of a run, folder after folder. @throws UpstreamError */
  async *ofRun(runId: string, folder = ''): AsyncGenerator<MlflowFile> {
    const ask = (token: string) => {
      const query = { run_id: runId, path: folder, page_token: token }
      return this.#api.ask(ofRun, 'GET', methodPath('artifacts/list', query))
    }
    for await (const { root_uri = '', files = [] } of this.#api.pages(ask)) {
      for (const { path, is_dir = false, file_size } of files) {
        if (is_dir) yield* this.ofRun(runId, path)
        else yield { path, size: sizeOf(file_size), open: () => this.#api.download(addressOf(runId, root_uri, path)) }
      }
    }
  }

  /** Every file at an address such as `mlflow-artifacts:/0/models/m-1/artifacts`; null for one that the server does not give. @throws UpstreamError */
  at(uri: string): AsyncGenerator<MlflowFile> | null {
    const place = proxiedPlace(uri)
    return place === null ? null : this.#below(place, '')
  }

  async *#below(place: string, folder: string): AsyncGenerator<MlflowFile> {
    const query = new URLSearchParams({ path: joined(place, folder) })
    const { files = [] } = await this.#api.ask(atPath, 'GET', `${proxy}?${query}`)
    for (const { path: name, is_dir = false, file_size } of files) {
      const path = joined(folder, name)
      if (is_dir) yield* this.#below(place, path)
      else yield { path, size: sizeOf(file_size), open: () => this.#api.download(proxyPath(joined(place, path))) }
    }
  }
}

function addressOf(runId: string, root: string, path: string): string {
  const place = proxiedPlace(root)
  if (place !== null) return proxyPath(joined(place, path))
  return `/get-artifact?${new URLSearchParams({ run_uuid: runId, path })}`
}

/** Below the proxy for artifacts; null for another store. */
function proxiedPlace(uri: string): string | null {
  const url = URL.parse(uri)
  return url?.protocol === proxied ? decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '') : null
}

function proxyPath(path: string): string {
  return `${proxy}/${path.split('/').map(encodeURIComponent).join('/')}`
}

function joined(folder: string, path: string): string {
  return folder === '' || path === '' ? folder + path : `${folder}/${path}`
}

function sizeOf(size: number | string | undefined): number | null {
  return size === undefined ? null : Number(size)
}
