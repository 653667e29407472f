import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { UnprocessableError } from '@svc/plugin'
import { checkPluginFolder, pluginFolder, problemsInWords } from '../check-plugin-folder.ts'
import type { LocalContext } from '../command-context.ts'
import { ServerProcess } from '../dev/server-process.ts'
import { withTemporaryHome } from '../dev/temporary-home.ts'
import type { Surroundings } from '../dev/temporary-home.ts'
import type { Commands } from '../generated/commands.ts'

type TestContext = LocalContext<Commands['plugin test']>

/** Runs a plugin's tests beside a server that has it: 0 when all pass, else what `node --test` ends with. */
export function testPlugin(context: TestContext): Promise<number> {
  const { shell } = context
  const folder = pluginFolder(context.arguments.folder ?? '.', shell)
  return withTemporaryHome(shell, around => testBesideServer(context, folder, around))
}

async function testBesideServer({ shell }: TestContext, folder: string, around: Surroundings): Promise<number> {
  const { env, cwd, home, owner } = around
  const checked = await checkPluginFolder(folder, around)
  if (checked.problems.length > 0) throw new UnprocessableError('plugin_invalid', problemsInWords(checked))
  const { id } = checked
  const server = new ServerProcess(shell, ended => void shell.stderr.write(`${ended}\n`))
  try {
    const flags = { home, port: '0' }
    const options = { plugin: { id, folder }, cwd, flags, owner, makesKey: true, isTrial: false }
    const report = await server.start(options, env)
    shell.signal.throwIfAborted()
    if (report.type === 'failed') throw new UnprocessableError('plugin_failed', report.message)
    const { url, key, error } = report
    if (error !== null)
      throw new UnprocessableError('plugin_failed', `${id} does not run, and nothing was tested: ${error}`)
    return await runTests(shell, folder, { SVC_TEST_URL: url, SVC_TEST_KEY: key ?? '' })
  } finally {
    await server.stop()
  }
}

async function runTests(
  { env, stdout, stderr, interactive, signal }: TestContext['shell'],
  folder: string,
  variables: Record<string, string>,
): Promise<number> {
  // A runner that is itself a test of a runner would report to that one and print nothing.
  const { NODE_TEST_CONTEXT: _, ...rest } = env
  const tests = spawn(process.execPath, ['--test', '--test-reporter=spec'], {
    cwd: folder,
    env: { ...rest, ...variables, ...(interactive && { FORCE_COLOR: '1' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  tests.stdout.on('data', (text: Buffer) => stdout.write(text))
  tests.stderr.on('data', (text: Buffer) => stderr.write(text))
  const [code] = (await once(tests, 'close')) as [number | null]
  return code ?? 1
}
