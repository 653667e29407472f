import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataPlane, homeFolder, messageOf } from '@svc/plugin'
import type { PluginStatus } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import { ThreadedSqliteCopies } from '../../../kernel/index.ts'
import type { Kernel } from '../../../kernel/index.ts'
import { KernelApi } from '../api/kernel-api.ts'
import type { LocalMachine } from '../local-machine.ts'
import { modelProvidersCheck } from './checks/model-providers-check.ts'
import { failed, ok } from './doctor-check.ts'
import type { Finding, Machine } from './doctor-check.ts'
import { walkHome } from './walk-home.ts'

const sampleSize = 5
/** A bigger one would keep the reader waiting. */
const mostBytes = 256 * 1024 ** 2
const workspaceFile = /^workspaces[\\/]([^\\/]+)[\\/]data_plane\.sqlite$/

/**
 * Starts what a start of this configuration would, on a home that is thrown away, with copies of the workspaces that were used last:
 * their migrations run on the copies. `known` are the plugins as a start or a server has reported them already.
 */
export async function tryStart(
  machine: LocalMachine,
  subject: Machine,
  { known, hasCopies, signal }: { known: readonly PluginStatus[] | null; hasCopies: boolean; signal: AbortSignal },
): Promise<Finding[]> {
  const { home } = subject
  const off = known?.filter(({ enabled }) => !enabled).map(({ id }) => id) ?? []
  const kernel = await machine.scratchKernel(Object.fromEntries(off.map(id => [`plugins.${id}.enabled`, 'false'])))
  try {
    const { plugins } = await kernel.start()
    const reported = new Set(known?.filter(({ error }) => error !== null).map(({ id }) => id))
    const troubled = plugins.filter(({ id, error, enabled }) => enabled && error !== null && !reported.has(id))
    return [
      ...troubled.map(({ id, error }) =>
        failed(`plugin ${id}`, `the next start would fail to load it: ${error ?? ''}`),
      ),
      ...(hasCopies ? await tryWorkspaces(kernel, home, signal) : []),
      // Nobody was there to ask the providers.
      ...(known === null
        ? await modelProvidersCheck.run({ ...subject, api: new KernelApi(kernel, signal) }, signal)
        : []),
    ]
  } catch (error) {
    signal.throwIfAborted()
    return [failed('start', `a start would fail: ${messageOf(error)}`)]
  } finally {
    await kernel.stop()
  }
}

async function tryWorkspaces(kernel: Kernel, home: string, signal: AbortSignal): Promise<Finding[]> {
  const [data, scratch] = [kernel.service(dataPlane), kernel.service(homeFolder)]
  if (!data || !scratch) return []
  const files = (await walkHome(home)).filter(({ path, bytes }) => workspaceFile.test(path) && bytes <= mostBytes)
  const sample = files.toSorted((a, b) => b.changedAt - a.changedAt).slice(0, sampleSize)
  const sqlite = new ThreadedSqliteCopies()
  const findings: Finding[] = []
  try {
    for (const { path } of sample) {
      const id = workspaceFile.exec(path)?.[1] ?? ''
      const copy = join(scratch.path, 'workspaces', id, 'data_plane.sqlite')
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
      await sqlite.copy(join(home, path), copy, { signal })
      try {
        data.use(id, () => undefined)
      } catch (error) {
        const reason = messageOf(error).replaceAll(copy, join(home, path))
        findings.push(failed(`workspace ${id}`, `a start could not bring its data up to date: ${reason}`))
      }
    }
  } finally {
    await sqlite.close()
  }
  if (findings.length > 0 || sample.length === 0) return findings
  return [ok('migrations', `run on copies of ${counted(sample.length, 'workspace')}`)]
}
