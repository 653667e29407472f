import { messageOf, ValidationError } from '@svc/plugin'
import { ChangeQueue } from '../catalog/change-queue.ts'
import { FolderWatch } from '../catalog/folder-watch.ts'
import { appWorkbench } from './app-workbench.ts'
import type { AppWorkbench } from './app-workbench.ts'
import { appFolders, checkFolder, toolNames } from './app-folders.ts'
import type { FolderContext, ToolNames } from './app-folders.ts'
import { devServices } from './dev-services.ts'
import { runLocally } from './local-run.ts'
import { reportOf } from './validate-apps.ts'

/** `svc app dev`: checks and runs an app at each change, until it is interrupted. A change ends the run that is under way. */
export async function devApp(context: FolderContext): Promise<number> {
  const services = await context.home.service(appWorkbench)
  const [folder, ...more] = await appFolders(context, services)
  if (!folder || more.length > 0) throw new ValidationError('Name the folder of one app or tool.')
  const tools = toolNames(context, services)
  let current = new AbortController()
  let last = Promise.resolve()
  const round = (): Promise<void> => {
    current.abort()
    current = new AbortController()
    const signal = AbortSignal.any([context.signal, current.signal])
    last = last
      .then(() => watch.refresh())
      .then(() => checkAndRun(folder, tools, { context, services, signal }))
      .catch((error: unknown) => {
        if (!signal.aborted) context.io.note(`The folder could not be checked: ${messageOf(error)}`)
      })
    return last
  }
  const queue = new ChangeQueue(services.clock, context.signal, round)
  const onFault = (reason: string) => context.io.note(`The folder cannot be watched: ${reason}`)
  const watch = new FolderWatch(folder, () => queue.add(folder), onFault)
  try {
    await round()
    context.io.note(`Watching ${folder}. Stop with Ctrl-C.`)
    await untilAborted(context.signal)
    return 0
  } finally {
    watch.close()
  }
}

interface Round {
  context: FolderContext
  services: AppWorkbench
  /** Aborted by the next change, and by Ctrl-C: what has come out by then is shown to nobody. */
  signal: AbortSignal
}

async function checkAndRun(folder: string, tools: ToolNames, { context, services, signal }: Round): Promise<void> {
  if (signal.aborted) return
  const { io } = context
  const checked = await checkFolder(folder, services, tools, { types: context.options.types ?? 'warn' })
  if (signal.aborted) return
  if (!checked.app) {
    const problems = checked.problems.map(problem => ({ ...problem }))
    io.result({ name: checked.name, valid: false, problems }, reportOf(checked, io.cwd))
    return
  }
  const { name } = checked
  const warnings = checked.warnings.map(warning => ({ ...warning }))
  const warned = warnings.length === 0 ? [] : [`${reportOf(checked, io.cwd)}\n`]
  const [example] = checked.app.definition.examples
  const inputs = structuredClone(example?.inputs ?? {})
  const misfits = checked.app.definition.validateInputs(inputs)
  if (misfits.length > 0) {
    const text = `${name} is valid. Add an example, and it is run at each change.`
    io.result({ name, valid: true, status: null, warnings }, [...warned, text].join('\n'))
    return
  }
  io.note(`Running ${name} with ${example ? `the example "${example.title}"` : 'no inputs'}. An edit stops it.`)
  const { outcome, run } = await runLocally(checked.app, inputs, services, devServices(context, services), signal)
  if (signal.aborted) {
    if (outcome.status === 'cancelled') io.note(`The run of ${name} was stopped.`)
    return
  }
  const logs = run.events.logs.map(({ level, message }) => `${level}: ${message}`)
  const title = `${name} ${checked.app.definition.version}: ${example ? `"${example.title}"` : 'no inputs'}`
  const shown = (result: object, text: string | undefined): void =>
    io.result({ name, valid: true, ...result, warnings }, [...warned, title, ...logs, text].join('\n'))
  if (outcome.status === 'failed') {
    shown({ status: 'failed', error: { ...outcome.error } }, outcome.error.stack)
  } else {
    const output = outcome.status === 'succeeded' ? outcome.output : null
    shown({ status: outcome.status, output }, JSON.stringify(output, null, 2))
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
