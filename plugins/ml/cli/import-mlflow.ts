import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, ValidationError } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { LeftOut } from '@svc/plugin/library/text/left-out'
import type { Commands } from '../generated/commands.ts'
import { MlflowServer } from '../imports/mlflow-server.ts'
import type { MlflowExperiment } from '../imports/mlflow-server.ts'
import { partsOf, RunImport } from '../imports/run-import.ts'

type Context = CommandContext<Commands['import mlflow']>

const stays = 'Files of runs, registered models and what was deleted stay in MLflow.'

/** `svc import mlflow` */
export async function importMlflow(context: Context): Promise<number> {
  const { arguments: given, options, client } = context
  const server = new MlflowServer(await client.at(given.url, await authorization(context)), given.url)
  const all = await server.experiments()
  const chosen = all.filter(({ name }) => options.experiment === undefined || name === options.experiment)
  if (chosen.length === 0 && options.experiment !== undefined)
    throw new ValidationError(`${given.url} has no experiment "${options.experiment}".`)
  return options.dryRun === true ? count(context, server, chosen) : bring(context, server, chosen)
}

async function count({ io }: Context, server: MlflowServer, experiments: MlflowExperiment[]): Promise<number> {
  const left = new LeftOut()
  const size = { experiments: experiments.length, runs: 0, params: 0, tags: 0, metrics: 0 }
  for (const { id } of experiments) {
    for await (const run of server.runs(id)) {
      const { params, tags, metrics } = partsOf(run, left)
      size.runs += 1
      size.params += Object.keys(params).length
      size.tags += Object.keys(tags).length
      size.metrics += metrics.length
    }
  }
  const runs = `${counted(size.experiments, 'experiment')} with ${counted(size.runs, 'run')}`
  const labels = `${counted(size.params, 'param')}, ${counted(size.tags, 'tag')} and ${counted(size.metrics, 'metric')}`
  const text = [`${runs}, ${labels} with their histories would come. Nothing was changed.`, ...remarks(left), stays]
  io.result({ ...size, left_out: left.toJSON(), dry_run: true }, text.join('\n'))
  return 0
}

async function bring(context: Context, server: MlflowServer, experiments: MlflowExperiment[]): Promise<number> {
  const { client, io, signal } = context
  const left = new LeftOut()
  const runs = await RunImport.open({ client, server, left, signal })
  const came = { created: 0, continued: 0, present: 0 }
  for (const experiment of experiments) {
    const experimentId = await runs.experiment(experiment)
    for await (const run of server.runs(experiment.id)) came[await runs.run(experimentId, run)] += 1
    io.note(`${experiment.name}: ${counted(came.created + came.continued + came.present, 'run')} so far`)
  }
  await runs.linkParents()
  const text = [
    `${counted(came.created, 'run')} came.`,
    ...(came.continued > 0 ? [`${counted(came.continued, 'run')} went on.`] : []),
    ...(came.present > 0 ? [`${counted(came.present, 'run')} were here before.`] : []),
  ]
  io.result({ ...came, left_out: left.toJSON() }, [text.join(' '), ...remarks(left), stays].join('\n'))
  return 0
}

function remarks(left: LeftOut): string[] {
  return left.toJSON().map(each => `Left out: ${each.count} ${each.what}`)
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
