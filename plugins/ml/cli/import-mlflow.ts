import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, ValidationError } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { LeftOut } from '@svc/plugin/library/text/left-out'
import type { Commands } from '../generated/commands.ts'
import { FileImport } from '../imports/file-import.ts'
import { MlflowApi } from '../imports/mlflow-api.ts'
import { MlflowFiles } from '../imports/mlflow-files.ts'
import { MlflowModels } from '../imports/mlflow-models.ts'
import { MlflowServer } from '../imports/mlflow-server.ts'
import type { MlflowExperiment } from '../imports/mlflow-server.ts'
import { ModelImport } from '../imports/model-import.ts'
import { PatientClient } from '../imports/patient-client.ts'
import { partsOf, RunImport } from '../imports/run-import.ts'

type Context = CommandContext<Commands['import mlflow']>

interface Mlflow {
  server: MlflowServer
  files: MlflowFiles
  models: MlflowModels
}

const stays = 'What was deleted, traces and evaluations stay in MLflow.'
const filesStay = 'Files of runs and registered models stay in MLflow, too.'

/** `svc import mlflow` */
export async function importMlflow(context: Context): Promise<number> {
  const { arguments: given, options, client } = context
  const api = new MlflowApi(await client.at(given.url, await authorization(context)), given.url)
  const mlflow = { server: new MlflowServer(api), files: new MlflowFiles(api), models: new MlflowModels(api) }
  const all = await mlflow.server.experiments()
  const chosen = all.filter(({ name }) => options.experiment === undefined || name === options.experiment)
  if (chosen.length === 0 && options.experiment !== undefined)
    throw new ValidationError(`${given.url} has no experiment "${options.experiment}".`)
  return options.dryRun === true ? count(context, mlflow, chosen) : bring(context, mlflow, chosen)
}

async function count({ io, options }: Context, mlflow: Mlflow, experiments: MlflowExperiment[]): Promise<number> {
  const left = new LeftOut()
  const hasFiles = options.withoutFiles !== true
  const size = { experiments: experiments.length, runs: 0, params: 0, tags: 0, metrics: 0, files: 0, bytes: 0 }
  const runIds = new Set<string>()
  for (const { id } of experiments) {
    for await (const run of mlflow.server.runs(id)) {
      const { params, tags, metrics } = partsOf(run, left)
      runIds.add(run.id)
      size.runs += 1
      size.params += Object.keys(params).length
      size.tags += Object.keys(tags).length
      size.metrics += metrics.length
      if (!hasFiles) continue
      for await (const file of mlflow.files.ofRun(run.id)) {
        size.files += 1
        size.bytes += file.size ?? 0
      }
    }
  }
  const registered = hasFiles ? await mlflow.models.all() : []
  const coming = registered.map(({ versions }) => versions.filter(({ run_id }) => runIds.has(run_id)).length)
  const versions = coming.reduce((sum, each) => sum + each, 0)
  const models = coming.filter(each => each > 0).length
  const others = registered.reduce((sum, model) => sum + model.versions.length, 0) - versions
  left.add('versions of models whose run does not come', others)
  const runs = `${counted(size.experiments, 'experiment')} with ${counted(size.runs, 'run')}`
  const labels = `${counted(size.params, 'param')}, ${counted(size.tags, 'tag')} and ${counted(size.metrics, 'metric')}`
  const text = [
    `${runs}, ${labels} with their histories would come. Nothing was changed.`,
    ...(hasFiles ? [filesText(size), `${modelsText({ models, versions })} would come.`] : []),
    ...remarks(left, hasFiles),
  ]
  io.result({ ...size, models, versions, left_out: left.toJSON(), dry_run: true }, text.join('\n'))
  return 0
}

async function bring(context: Context, mlflow: Mlflow, experiments: MlflowExperiment[]): Promise<number> {
  const { client, io, options, signal } = context
  const left = new LeftOut()
  const patient = new PatientClient(client, signal)
  const to = new FileImport(patient, left)
  const hasFiles = options.withoutFiles !== true
  const files = hasFiles ? { from: mlflow.files, to } : null
  const runs = await RunImport.open({ client, patient, server: mlflow.server, files, left })
  const came = { created: 0, continued: 0, present: 0 }
  for (const experiment of experiments) {
    const experimentId = await runs.experiment(experiment)
    for await (const run of mlflow.server.runs(experiment.id)) came[await runs.run(experimentId, run)] += 1
    io.note(`${experiment.name}: ${counted(came.created + came.continued + came.present, 'run')} so far`)
  }
  await runs.linkParents()
  const runOf = (id: string) => runs.runOf(id)
  const registry = new ModelImport({ ...mlflow, client, patient, kept: to, left, runOf })
  if (hasFiles) for (const model of await mlflow.models.all()) await registry.bring(model)
  const text = [
    `${counted(came.created, 'run')} came.`,
    ...(came.continued > 0 ? [`${counted(came.continued, 'run')} went on.`] : []),
    ...(came.present > 0
      ? [`${counted(came.present, 'run')} ${came.present === 1 ? 'was' : 'were'} here before.`]
      : []),
  ]
  const lines = [
    text.join(' '),
    ...(hasFiles ? [filesText(to.came), `${modelsText(registry.came)} came.`] : []),
    ...remarks(left, hasFiles),
  ]
  io.result({ ...came, ...to.came, ...registry.came, left_out: left.toJSON() }, lines.join('\n'))
  return 0
}

function filesText({ files, bytes }: { files: number; bytes: number }): string {
  return `Files: ${files}, ${(bytes / 1024 ** 2).toFixed(1)} MiB.`
}

function modelsText({ models, versions }: { models: number; versions: number }): string {
  return `${counted(models, 'registered model')} and ${counted(versions, 'version')}`
}

function remarks(left: LeftOut, hasFiles: boolean): string[] {
  const counts = left.toJSON().map(each => `Left out: ${each.count} ${each.what}`)
  return [...counts, stays, ...(hasFiles ? [] : [filesStay])]
}

/** A token, or the password of a user: what is given on the command line others can read. */
async function authorization({ options: { username, secretFile }, io }: Context): Promise<string | undefined> {
  if (secretFile === undefined) {
    if (username === undefined) return undefined
    throw new ValidationError('--username needs --secret-file with the password.')
  }
  const secret = await readFile(resolve(io.cwd, secretFile), 'utf8').catch((cause: unknown) => {
    throw new ValidationError(`${secretFile} cannot be read: ${messageOf(cause)}`, [], { cause })
  })
  if (username === undefined) return `Bearer ${secret.trim()}`
  return `Basic ${Buffer.from(`${username}:${secret.trim()}`).toString('base64')}`
}
