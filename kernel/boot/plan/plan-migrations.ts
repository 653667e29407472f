import { messageOf } from '@svc/plugin'
import type { Clock, ControlPlane } from '@svc/plugin'
import { BootError, exitCodes, refuse } from '../../boot-error.ts'
import type { BootProblem } from '../../boot-error.ts'
import { eventMigrations } from '../../events/index.ts'
import { httpMigrations } from '../../http/index.ts'
import { asBroken, loadMigrations } from '../../manifest/index.ts'
import type { LoadedManifest } from '../../manifest/index.ts'
import { jobMigrations, memoryMigrations, planMigrations, tryMigrations } from '../../planes/index.ts'
import type { MigrationSet } from '../../planes/index.ts'
import { systemClock } from '../../services/index.ts'
import { mayHaveOtherInterface, sharePluginInterface } from '../plugins/load-plugin.ts'
import { choicesOfOwner } from './choose.ts'
import { willRun } from './plan.ts'
import type { PlannedPlugin, PluginChoice } from './plan.ts'
import { resolvePlugins } from './resolve.ts'

/** Which plugins run, with what the owner chose, and the migrations that follow. @throws BootError */
export async function planOf(
  choices: readonly PluginChoice[],
  control: ControlPlane,
  options: { clock: Clock; pins: boolean },
): Promise<{ plan: PlannedPlugin[]; migrations: MigrationSet[] }> {
  return planWithMigrations(await choicesOfOwner(choices, control, options))
}

/** A plugin whose migrations cannot be read is left out, and the rest planned again without it. */
async function planWithMigrations(
  choices: readonly PluginChoice[],
): Promise<{ plan: PlannedPlugin[]; migrations: MigrationSet[] }> {
  const { plan, problems } = await resolvePlugins(choices, { ownerKnown: true })
  refuse(problems)
  const { migrations, broken } = await migrationsOf(plan)
  if (broken.size === 0) return { plan, migrations }
  return planWithMigrations(
    choices.map(choice => {
      const problem = broken.get(choice.loaded)
      return problem ? { ...choice, loaded: asBroken(choice.loaded, [problem]) } : choice
    }),
  )
}

/** The steps of the kernel's own tables in each workspace. Each room numbers its own. */
export const kernelMigrations: readonly MigrationSet[] = [
  httpMigrations,
  jobMigrations,
  eventMigrations,
  memoryMigrations,
].map(migrations => ({ owner: 'kernel', migrations }))

/** The kernel's steps first, then those of the plugins in boot order; and what keeps which plugins' from being read. */
async function migrationsOf(
  plan: readonly PlannedPlugin[],
): Promise<{ migrations: MigrationSet[]; broken: Map<LoadedManifest, BootProblem> }> {
  const sets: MigrationSet[] = [...kernelMigrations]
  const broken = new Map<LoadedManifest, BootProblem>()
  const refuseSet = (loaded: LoadedManifest, message: string, cause?: unknown): void => {
    const problem = { where: loaded.file, message, frame: null }
    if (loaded.manifest.on_failure === 'abort') throw new BootError(exitCodes.configuration, [problem], { cause })
    broken.set(loaded, problem)
  }
  if (plan.some(({ loaded }) => mayHaveOtherInterface(loaded))) sharePluginInterface()
  const owners = new Map<string, LoadedManifest>()
  for (const { loaded } of plan.filter(willRun)) {
    try {
      const set = { owner: loaded.manifest.id, migrations: await loadMigrations(loaded) }
      planMigrations([set])
      if (set.migrations.length === 0) continue
      sets.push(set)
      owners.set(set.owner, loaded)
    } catch (cause) {
      refuseSet(loaded, messageOf(cause), cause)
    }
  }
  // The tests of the house run the steps of its own plugins.
  if (owners.values().some(({ builtin }) => !builtin)) {
    for (const [owner, message] of tryMigrations(sets, systemClock.timestamp())) {
      const loaded = owners.get(owner)
      if (loaded) refuseSet(loaded, message)
    }
  }
  return { migrations: sets, broken }
}
