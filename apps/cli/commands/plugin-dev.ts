import { basename, resolve } from 'node:path'
import { messageOf } from '@svc/plugin'
import { checkPluginFolder, pluginFolder, problemsInWords } from '../check-plugin-folder.ts'
import type { LocalContext } from '../command-context.ts'
import { changesIn } from '../dev/changes-in.ts'
import { ServerProcess } from '../dev/server-process.ts'
import { withTemporaryHome } from '../dev/temporary-home.ts'
import type { Surroundings } from '../dev/temporary-home.ts'
import type { Commands } from '../generated/commands.ts'

type DevContext = LocalContext<Commands['plugin dev']>

/** Serves a plugin and loads it anew at each save, until Ctrl-C. */
export async function developPlugin(context: DevContext): Promise<number> {
  const { shell, options } = context
  const folder = pluginFolder(context.arguments.folder, shell)
  if (options.home !== undefined) {
    await serve(context, folder, { ...shell, home: resolve(shell.cwd, options.home), owner: null })
    return 0
  }
  await withTemporaryHome(shell, around => serve(context, folder, around))
  return 0
}

async function serve({ io, shell, options }: DevContext, folder: string, around: Surroundings): Promise<void> {
  const { env, cwd, home, owner } = around
  let id = basename(folder)
  let port = options.port ?? 0
  let key: string | null = null
  let isIntroduced = false
  const show = (event: string, text: string, more = {}): void => io.result({ event, plugin: id, ...more }, text)
  const server = new ServerProcess(shell, ended => show('ended', `${ended} The next change starts it again.`))
  try {
    for await (const changedAt of changesIn(folder, shell.signal)) {
      const checked = await checkPluginFolder(folder, around).catch((error: unknown) => ({ error: messageOf(error) }))
      if ('error' in checked) {
        show('refused', checked.error)
        continue
      }
      id = checked.id
      const { problems } = checked
      if (problems.length > 0) {
        const text = problemsInWords(checked)
        show('refused', server.isRunning ? `${text}\n\nThe last good version stays up.` : text, { problems })
        // Without a good version the rest of the server runs.
        if (server.isRunning) continue
      }
      await server.stop()
      const flags = { home, port: String(port) }
      const makesKey = owner !== null && key === null
      const report = await server.start({ plugin: { id, folder }, cwd, flags, owner, makesKey, isTrial: false }, env)
      if (shell.signal.aborted) return
      if (report.type === 'failed') {
        show('failed', `${report.message}\nThe next change starts it again.`)
        continue
      }
      const { url, error } = report
      const ms = Math.round(performance.now() - changedAt)
      port = Number(new URL(url).port)
      key ??= report.key
      const lines: string[] = []
      if (!isIntroduced) lines.push(introduction({ id, url, key, folder, svc: io.svc }, around), `started in ${ms} ms`)
      else if (error === null) lines.push(`${id}: reloaded in ${ms} ms`)
      if (error !== null)
        lines.push(
          `${id} does not run: ${error}`,
          'The rest of the server does. The next change loads the plugin again.',
        )
      isIntroduced = true
      show('served', lines.join('\n'), { url, key, home, owner, ms, error })
    }
  } finally {
    await server.stop()
  }
}

function introduction(
  { id, url, key, folder, svc }: { id: string; url: string; key: string | null; folder: string; svc: string },
  { home, owner }: Surroundings,
): string {
  const rows = [
    ['url', url],
    ['data folder', owner ? `${home} (new; removed at the end)` : home],
    ...(owner ? [['sign in', `${owner.username}, with the password ${owner.password}`]] : []),
    ...(key === null ? [] : [['key', key]]),
    ['commands', `SVC_HOME=${home} SVC_PLUGINS=${folder} ${svc} …`],
  ]
  const lines = rows.map(([label = '', value = '']) => `  ${label.padEnd(11)}  ${value}`)
  return [`The server with ${id} is up, and loads it anew at each save. Ctrl-C ends it.`, ...lines].join('\n')
}
