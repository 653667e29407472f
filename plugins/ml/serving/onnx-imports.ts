import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { bodyFault, PayloadTooLargeError } from '@svc/plugin'
import type { IdempotentRequest, Principal, StagedContent } from '@svc/plugin'
import { nameOf } from '@svc/plugin/library/contents/file-path'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { MadeVersion, NewVersions } from '../registry/new-versions.ts'
import type { Registry } from '../registry/registry.ts'
import { largestOnnxBytes } from './onnx-runner.ts'
import type { OnnxRunner } from './onnx-runner.ts'

/** A form: its files as they come, and its fields once all files were read. */
export interface OnnxForm {
  files(): AsyncIterable<{ filename: string; body: Readable }>
  facts(): { description?: string; tags?: Record<string, string> }
}

export interface OnnxImportsOptions {
  artifacts: Artifacts
  onnx: OnnxRunner
  registry: Registry
  versions: NewVersions
}

/** Versions of registered models from ONNX files that somebody brings. Each is started once before it is kept. */
export class OnnxImports {
  readonly #options: OnnxImportsOptions

  constructor(options: OnnxImportsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError (the model), ValidationError, UnprocessableError `onnx_refused`, PayloadTooLargeError, StorageFullError, UnavailableError */
  async import(
    principal: Principal,
    key: string,
    form: OnnxForm,
    { request, signal }: { request: IdempotentRequest | null; signal: AbortSignal },
  ): Promise<MadeVersion> {
    const { artifacts, onnx, registry, versions } = this.#options
    const { workspace_id } = principal
    // A model that is not there is refused before the bytes come.
    registry.get(workspace_id, key)
    return artifacts.taking<MadeVersion>(workspace_id, async stage => {
      let staged: StagedContent | null = null
      let path = ''
      for await (const { filename, body } of form.files()) {
        path = onnxName(filename)
        staged = await stage(Readable.from(limited(body)))
      }
      if (staged === null) throw bodyFault('/file', 'is missing: send the ONNX file in the field "file"')
      const facts = form.facts()
      const { sha256, size, path: at } = staged
      const open = async (): Promise<Readable> => createReadStream(at)
      const said = await onnx.check({ workspaceId: workspace_id, signal }, { sha256, size, open })
      // The kernel hashes no form, so the fields and the file are hashed here.
      const body_hash = hash('sha256', JSON.stringify([facts, sha256]), 'base64url')
      const files = [{ path, sha256, size, created_at: 0 }]
      const source = `upload:/${path}`
      return {
        staged,
        record: db => ({
          result: versions.once(db, request && { ...request, body_hash }, () =>
            versions.ofFiles(db, principal, key, { source, files, ...said, ...facts }),
          ),
          unneeded: null,
        }),
      }
    })
  }
}

function onnxName(filename: string): string {
  const name = nameOf(filename.replaceAll('\\', '/')).replaceAll(/[^\w.-]+/g, '_')
  return /^[\w-].*\.onnx$/i.test(name) ? name.replace(/\.onnx$/i, '.onnx') : 'model.onnx'
}

async function* limited(body: Readable): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.byteLength
    if (size > largestOnnxBytes) throw new PayloadTooLargeError(`An ONNX file may have ${largestOnnxBytes} bytes.`)
    yield piece
  }
}
