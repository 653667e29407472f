import { SvcError } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'
import type { ModelVersion, RegisteredModel, Stage } from '@svc/plugin/contracts/ml/learning'
import { everyItem } from '@svc/plugin/library/every-item'
import type { LeftOut } from '@svc/plugin/library/text/left-out'
import type { FileImport } from './file-import.ts'
import type { MlflowFiles } from './mlflow-files.ts'
import type { MlflowModel, MlflowModels, MlflowVersion } from './mlflow-models.ts'
import type { PatientClient } from './patient-client.ts'

/** The number that a version has in MLflow: by it a second import finds the version of the first. */
const originTag = 'svc.mlflow_version'
const noStage = 'None'

export interface ModelImportOptions {
  client: CommandClient
  patient: PatientClient
  models: MlflowModels
  files: MlflowFiles
  kept: FileImport
  left: LeftOut
  /** The run here, by the id that it has in MLflow. */
  runOf(mlflowRunId: string): string | undefined
}

/** Makes registered models and their versions of the files of runs that came. */
export class ModelImport {
  readonly #options: ModelImportOptions
  readonly #came = { models: 0, versions: 0 }

  constructor(options: ModelImportOptions) {
    this.#options = options
  }

  get came(): Readonly<{ models: number; versions: number }> {
    return this.#came
  }

  async bring(model: MlflowModel): Promise<void> {
    const { left, runOf } = this.#options
    const chosen = model.versions.filter(({ run_id }) => runOf(run_id) !== undefined)
    left.add('versions of models whose run did not come', model.versions.length - chosen.length)
    if (chosen.length === 0) return
    const there = await this.#model(model)
    if (there === null) return
    const path = `/api/ml/models/${encodeURIComponent(there.name)}`
    const versions = await everyItem<ModelVersion>(this.#options.client, `${path}/versions`)
    const numbers = new Map<string, number>()
    for (const version of chosen) {
      const before = versions.find(({ tags }) => tags[originTag] === version.version)
      const made = before ?? (await this.#version(path, model, version))
      if (made === null) continue
      numbers.set(version.version, made.version)
      // An import that was broken off has made the version and not its stage; what somebody changed here stays.
      if (version.stage !== noStage && made.stage === noStage && made.created_at === made.updated_at)
        await this.#options.patient.send('PATCH', `${path}/versions/${made.version}`, { stage: version.stage as Stage })
    }
    for (const [alias, of] of Object.entries(model.aliases)) {
      const version = numbers.get(of)
      if (version === undefined || there.aliases[alias] !== undefined) continue
      await this.#unlessRefused('aliases of models', () =>
        this.#options.patient.send('PUT', `${path}/aliases/${encodeURIComponent(alias)}`, { version }),
      )
    }
  }

  async #model({ name, description, tags }: MlflowModel): Promise<RegisteredModel | null> {
    const { client, patient } = this.#options
    try {
      return await client.request<RegisteredModel>('GET', `/api/ml/models/${encodeURIComponent(name)}`)
    } catch (error) {
      if (!(error instanceof SvcError) || error.status !== 404) throw error
    }
    const made = await this.#unlessRefused('registered models', () =>
      patient.send<RegisteredModel>('POST', '/api/ml/models', { name, description, tags }),
    )
    if (made !== null) this.#came.models += 1
    return made
  }

  async #version(path: string, { name }: MlflowModel, version: MlflowVersion): Promise<ModelVersion | null> {
    const { patient, left, runOf } = this.#options
    const run_id = runOf(version.run_id) ?? ''
    const folder = await this.#folder(name, version, run_id)
    if (folder === null) {
      left.add('versions of models whose files the server of MLflow does not give')
      return null
    }
    const { description, tags } = version
    const made = await this.#unlessRefused('versions of models', () =>
      patient.send<ModelVersion>('POST', `${path}/versions`, {
        run_id,
        path: folder,
        description,
        tags: { ...tags, [originTag]: version.version },
      }),
    )
    if (made !== null) this.#came.versions += 1
    return made
  }

  /** Where the files of a version are among those of its run here; they are brought where they are not of the run in MLflow. */
  async #folder(name: string, { version, run_id }: MlflowVersion, runId: string): Promise<string | null> {
    const { models, files, kept } = this.#options
    const address = (await models.address(name, version)).replace(/\/+$/, '')
    const root = await files.root(run_id)
    if (root !== null && address.startsWith(`${root}/`)) return address.slice(root.length + 1)
    const found = files.at(address)
    if (found === null) return null
    const folder = `models/${name}/${version}`
    await kept.bring(runId, found, folder)
    return folder
  }

  /** Null, and counted, for what cannot be here: a name that svc does not take, files that did not come. */
  async #unlessRefused<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof SvcError) || (error.status !== 400 && error.status !== 404)) throw error
      this.#options.left.add(`${what} that this server refused: ${error.message}`)
      return null
    }
  }
}
