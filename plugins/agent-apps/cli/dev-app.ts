import { ValidationError } from '@svc/plugin'
import { ChangeQueue } from '../catalog/change-queue.ts'
import { FolderWatch } from '../catalog/folder-watch.ts'
import { appWorkbench } from './app-workbench.ts'
import type { AppWorkbench } from './app-workbench.ts'
import { appFolders, checkFolder, toolNames } from './app-folders.ts'
import type { FolderContext, ToolNames } from './app-folders.ts'
import { devServices } from './dev-services.ts'
import { runLocally } from './local-run.ts'
import { reportOf } from './validate-apps.ts'

/** `svc app dev`: checks and runs an app at each change, until it is interrupted. */
export async function devApp(context: FolderContext): Promise<number> {
  const services = await context.home.service(appWorkbench)
  const [folder, ...more] = await appFolders(context, services)
  if (!folder || more.length > 0) throw new ValidationError('Name the folder of one app or tool.')
  const tools = toolNames(context, services)
  const run = async () => {
    await watch.refresh()
    await checkAndRun(folder, tools, context, services)
  }
  const queue = new ChangeQueue(services.clock, context.signal, run)
  const onFault = (reason: string) => context.io.note(`The folder cannot be watched: ${reason}`)
  const watch = new FolderWatch(folder, () => queue.add(folder), onFault)
  try {
    await run()
    context.io.note(`Watching ${folder}. Stop with Ctrl-C.`)
    await untilAborted(context.signal)
    return 0
  } finally {
    watch.close()
  }
}

async function checkAndRun(
  folder: string,
  tools: ToolNames,
  context: FolderContext,
  services: AppWorkbench,
): Promise<void> {
  const checked = await checkFolder(folder, services, tools, { types: context.options.types ?? 'warn' })
  if (!checked.app) {
    context.io.result(
      { name: checked.name, valid: false, problems: checked.problems.map(problem => ({ ...problem })) },
      reportOf(checked, context.io.cwd),
    )
    return
  }
  const { name } = checked
  const warnings = checked.warnings.map(warning => ({ ...warning }))
  const warned = warnings.length === 0 ? [] : [`${reportOf(checked, context.io.cwd)}\n`]
  const [example] = checked.app.definition.examples
  const inputs = structuredClone(example?.inputs ?? {})
  const misfits = checked.app.definition.validateInputs(inputs)
  if (misfits.length > 0) {
    context.io.result(
      { name, valid: true, status: null, warnings },
      [...warned, `${name} is valid. Add an example, and it is run at each change.`].join('\n'),
    )
    return
  }
  const { outcome, run } = await runLocally(
    checked.app,
    inputs,
    services,
    devServices(context, services),
    context.signal,
  )
  const logs = run.events.logs.map(({ level, message }) => `${level}: ${message}`)
  const title = `${name} ${checked.app.definition.version}: ${example ? `"${example.title}"` : 'no inputs'}`
  if (outcome.status === 'failed') {
    context.io.result(
      { name, valid: true, status: 'failed', error: { ...outcome.error }, warnings },
      [...warned, title, ...logs, outcome.error.stack].join('\n'),
    )
  } else {
    const output = outcome.status === 'succeeded' ? outcome.output : null
    context.io.result(
      { name, valid: true, status: outcome.status, output, warnings },
      [...warned, title, ...logs, JSON.stringify(output, null, 2)].join('\n'),
    )
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
