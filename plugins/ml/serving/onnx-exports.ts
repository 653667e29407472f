import { buffer } from 'node:stream/consumers'
import type { Learner } from '../training/learner.ts'
import type { ServedModels } from './served-models.ts'

/** Versions of registered models as ONNX files. */
export class OnnxExports {
  readonly #models: ServedModels
  readonly #learner: Learner

  constructor(models: ServedModels, learner: Learner) {
    this.#models = models
    this.#learner = learner
  }

  /** One that came as ONNX goes as it came. @throws NotFoundError, UnprocessableError `not_exportable` with the reason */
  async export(
    workspaceId: string,
    model: string,
    version: number,
    signal: AbortSignal,
  ): Promise<{ bytes: Buffer; name: string }> {
    const served = this.#models.find(workspaceId, model, { version })
    const bytes =
      served.kind === 'onnx'
        ? await buffer(await served.file.open())
        : await this.#learner.onnx({ workspaceId, signal }, served.file)
    return { bytes, name: `${served.name.replaceAll(/[^\w.-]+/g, '_')}-${version}.onnx` }
  }
}
