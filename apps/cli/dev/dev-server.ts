import { messageOf } from '@svc/plugin'
import type { Kernel } from '../../../kernel/index.ts'
import { builtinPlugins, childProgramFolders, loadKernel } from '../local-machine.ts'
import { readableLog } from './readable-log.ts'

/** What the commands of a plugin's author send to the server's process, as its first message. */
export interface DevServerOptions {
  plugin: { id: string; folder: string }
  /** Where relative paths of the configuration start. */
  cwd: string
  /** Settings, as flags of a start. */
  flags: Record<string, string>
  /** The owner that an empty home gets; null for a home that the user named. */
  owner: { username: string; password: string } | null
  /** A key that may do everything is to be made. */
  makesKey: boolean
  /** To see whether the plugin starts: in a home that is thrown away, with the configuration of `cwd`, and without a port. */
  isTrial: boolean
}

/** What the process answers. */
export type DevServerReport =
  /** `error`: why the plugin does not run, while the rest does. */
  { type: 'ready'; url: string; error: string | null; key: string | null } | { type: 'failed'; message: string }

/** The server of `svc plugin dev`, `test` and `validate`, in a process of its own: it ends when its parent lets go of it. */
export function runDevServer(process: NodeJS.Process): void {
  let stop = (): Promise<void> => Promise.resolve()
  // Ctrl-C reaches the whole group; the parent decides what it means.
  process.on('SIGINT', () => undefined)
  process.once('disconnect', () => void stop().finally(() => process.exit(0)))
  process.once('message', (options: DevServerOptions) => {
    const kernel = start(options)
    stop = async () => (await kernel).stop()
    void answer(kernel, options).then(report => process.send?.(report))
  })

  async function start({ plugin, cwd, flags, owner, isTrial }: DevServerOptions): Promise<Kernel> {
    const { createKernel, programsIn } = await loadKernel()
    const { env, stderr } = process
    return createKernel({
      flags,
      env: owner ? { ...env, SVC_ADMIN_USERNAME: owner.username, SVC_ADMIN_PASSWORD: owner.password } : env,
      cwd,
      builtinPlugins,
      childPrograms: programsIn(childProgramFolders),
      developedPlugin: plugin.folder,
      listen: !isTrial,
      scratch: isTrial,
      logDestination: readableLog(plugin.id, stderr, { withOthers: !isTrial }),
    })
  }
}

async function answer(made: Promise<Kernel>, { plugin, makesKey }: DevServerOptions): Promise<DevServerReport> {
  try {
    const kernel = await made
    const { url, plugins } = await kernel.start()
    const error = plugins.find(({ id }) => id === plugin.id)?.error ?? null
    return { type: 'ready', url: url ?? '', error, key: makesKey ? await newKey(kernel, plugin.id) : null }
  } catch (error) {
    return { type: 'failed', message: messageOf(error) }
  }
}

/** Null when no plugin makes keys. */
async function newKey(kernel: Kernel, name: string): Promise<string | null> {
  const principal = await kernel.operator()
  const body = { name: `svc plugin dev ${name}`, scopes: ['*'] }
  const answer = await kernel.dispatch({ method: 'POST', path: '/api/developer/keys', principal, body })
  return answer.status === 201 ? (answer.body as { key: string }).key : null
}
