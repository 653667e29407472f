import { messageOf, SvcError } from '@svc/plugin'
import type { PluginStatus } from '@svc/plugin'
import type { LocalContext } from '../command-context.ts'
import type { Commands } from '../generated/commands.ts'
import { loadKernel } from '../local-machine.ts'

type SwitchContext = LocalContext<Commands['plugin disable']>

/** `svc plugin enable` */
export const enablePlugin = (context: SwitchContext): Promise<number> => switchPlugin(context, true)

/** `svc plugin disable` */
export const disablePlugin = (context: SwitchContext): Promise<number> => switchPlugin(context, false)

/** Through the API; where nothing can be started to answer, or nobody is the owner yet, it is written into the home by the id alone. */
async function switchPlugin(context: SwitchContext, enabled: boolean): Promise<number> {
  const { io } = context
  const id = context.arguments.plugin
  const answer = await throughApi(context, id, enabled).catch((error: unknown) =>
    withoutServer(context, id, enabled, error),
  )
  const when = answer.restart_required ? ' from the next start on' : ''
  io.result(answer, `${id} is ${enabled ? 'on' : 'off'}${when}.`)
  return 0
}

function throughApi({ client }: SwitchContext, id: string, enabled: boolean): Promise<PluginStatus> {
  return client.request<PluginStatus>('PATCH', `/api/admin/plugins/${encodeURIComponent(id)}`, { enabled })
}

async function withoutServer({ io, home }: SwitchContext, id: string, enabled: boolean, error: unknown) {
  const { BootError } = await loadKernel()
  const isBefore = error instanceof SvcError && ['setup_required', 'no_home'].includes(error.code)
  if (!(error instanceof BootError || isBefore) || (await home.runningServer())) throw error
  // The home is free for the next to open it.
  await home.close()
  const { recordPluginSwitch } = await import('../offline/record-plugin-switch.ts')
  await recordPluginSwitch({ config: await home.kernelConfiguration(), id, enabled })
  io.note(
    isBefore
      ? 'This home has no owner yet: whether there is such a plugin, and which others need it, was not looked at.'
      : `A start would fail: ${messageOf(error)}`,
  )
  return { id, enabled, restart_required: true }
}
