import { NotFoundError, UnprocessableError } from '@svc/plugin'
import type { RunDataset } from '@svc/plugin/contracts/ml/learning'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { ModelBytes } from '../training/learner.ts'

export interface Which {
  version?: number | undefined
  alias?: string | undefined
}

/** A version of a registered model, as those who ask it need it. */
export interface RegisteredVersion {
  model_id: string
  name: string
  version: number
  /** Whose files its own are, and the file or folder among them. */
  owner: string
  path: string
  dataset: RunDataset | null
  /** The rows of the dataset that it was trained on; '' is all. Null: nobody knows any more. */
  filter: string | null
}

export interface ModelVersions {
  /** Without version and alias that of the alias `champion`, else the highest. @throws NotFoundError */
  find(workspaceId: string, model: string, which: Which): RegisteredVersion
}

export interface ServedModel extends RegisteredVersion {
  /** Ours, or one that came as ONNX. */
  kind: 'svc' | 'onnx'
  file: ModelBytes
}

const modelFile = 'model.json'

/** The file of a registered version that can be asked for predictions. */
export class ServedModels {
  readonly #versions: ModelVersions
  readonly #artifacts: Artifacts

  constructor(versions: ModelVersions, artifacts: Artifacts) {
    this.#versions = versions
    this.#artifacts = artifacts
  }

  /** @throws NotFoundError, UnprocessableError for the files of another library */
  find(workspaceId: string, name: string, which: Which): ServedModel {
    const found = this.#versions.find(workspaceId, name, which)
    const { kind, path } = this.#fileOf(workspaceId, found)
    const { sha256, size } = this.#artifacts.row(workspaceId, found.owner, path)
    const open = (): ReturnType<ModelBytes['open']> => this.#artifacts.open(workspaceId, found.owner, path)
    return { ...found, kind, file: { sha256, size, open } }
  }

  #fileOf(
    workspaceId: string,
    { owner, path, name, version }: RegisteredVersion,
  ): { kind: ServedModel['kind']; path: string } {
    const own = [{ path }, ...this.#artifacts.list(workspaceId, owner, path)].map(each => each.path)
    const ours = own.find(each => each.split('/').at(-1) === modelFile)
    if (ours !== undefined) return { kind: 'svc', path: ours }
    const onnx = own.find(each => each.endsWith('.onnx'))
    if (onnx !== undefined) return { kind: 'onnx', path: onnx }
    if (own.length === 1)
      throw new NotFoundError(`The files of version ${version} of ${JSON.stringify(name)} are gone.`)
    throw new UnprocessableError(
      'unprocessable',
      `Version ${version} of ${JSON.stringify(name)} is kept for another library (${own.slice(1, 6).join(', ')}): svc runs models that it trained and ONNX files. Load it with its own library, or register it as ONNX.`,
    )
  }
}
