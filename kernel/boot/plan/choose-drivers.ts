import { messageOf } from '@svc/plugin'
import type { Driver, DriverPlane } from '@svc/plugin'
import type { BootProblem } from '../../boot-error.ts'
import type { KernelConfig } from '../../config/index.ts'
import { fieldProblemAt } from '../../manifest/index.ts'
import type { LoadedManifest } from '../../manifest/index.ts'
import { driverFor, ownDrivers } from '../../planes/index.ts'
import type { DriverChoice } from '../../planes/index.ts'
import { loadExport, mayHaveOtherInterface, sharePluginInterface } from '../plugins/load-plugin.ts'
import type { PluginChoice } from './plan.ts'

type Declared = NonNullable<LoadedManifest['manifest']['drivers']>[number]

interface ChosenDrivers {
  drivers: DriverChoice
  problems: BootProblem[]
}

/** The drivers that the configuration names. */
export function namedDrivers(config: KernelConfig): DriverChoice['named'] {
  const planes = ['control', 'data', 'jobs', 'memory', 'analytics'] as const
  const named = planes.map(plane => [plane, config[`${plane}_driver`]] as const)
  return Object.fromEntries(named.filter(([, id]) => id !== undefined)) as DriverChoice['named']
}

/**
 * Those of svc, and of the plugins those that a setting names: that is the owner's consent, for their code runs before the control plane
 * is open, where the approval of plugins is kept. `placeOf` says where a setting stands.
 */
export async function chooseDrivers(
  databaseUrl: string | null,
  named: DriverChoice['named'],
  choices: readonly PluginChoice[],
  placeOf: (setting: string) => string,
): Promise<ChosenDrivers> {
  const available: Driver[] = [...ownDrivers.available]
  const problems: BootProblem[] = []
  for (const [plane, id] of Object.entries(named) as [DriverPlane, string][]) {
    const declared = choices.flatMap(({ loaded, enabled }) =>
      (loaded.manifest.drivers ?? []).map((driver, index) => ({ loaded, enabled, driver, index })),
    )
    const found = declared.find(({ driver }) => driver.id === id && driver.planes.includes(plane))
    if (found === undefined || available.some(driver => driver.id === id)) continue
    if (!found.enabled) {
      const message = `The driver "${id}" comes with the plugin ${found.loaded.manifest.id}, which is switched off. Switch it on, or remove the setting.`
      problems.push({ where: placeOf(`${plane}_driver`), message, frame: null })
      continue
    }
    const loaded = await loadDriver(found.loaded, found.driver)
    if (typeof loaded !== 'string') available.push(loaded)
    else problems.push(await fieldProblemAt(found.loaded, ['drivers', found.index, 'entry'], loaded))
  }
  const drivers = { available, named }
  if (problems.length === 0) problems.push(...unserved(databaseUrl, drivers, placeOf))
  return { drivers, problems }
}

function unserved(
  databaseUrl: string | null,
  drivers: DriverChoice,
  placeOf: (setting: string) => string,
): BootProblem[] {
  const planes = new Set<DriverPlane>(['control', ...(Object.keys(drivers.named) as DriverPlane[])])
  return [...planes].flatMap(plane => {
    const setting = drivers.named[plane] === undefined ? 'database_url' : `${plane}_driver`
    try {
      driverFor(plane, databaseUrl, drivers)
      return []
    } catch (error) {
      return [{ where: placeOf(setting), message: messageOf(error), frame: null }]
    }
  })
}

/** The driver, or why it is none. */
async function loadDriver(loaded: LoadedManifest, { id, entry, planes }: Declared): Promise<Driver | string> {
  if (mayHaveOtherInterface(loaded)) sharePluginInterface()
  const [file = '', name = ''] = entry.split('#')
  const exported = await loadExport(loaded, file, name).catch((error: unknown) => error)
  if (exported instanceof Error) return `${file} cannot be loaded: ${exported.message}. Correct it.`
  if (!isDriver(exported)) return `${file} exports no ${name} that defineDriver made. Export it, or correct the name.`
  if (exported.id !== id) return `${file} calls the driver "${exported.id}", and the manifest "${id}". Write one id.`
  const provided = Object.keys(exported.provides).toSorted().join(', ')
  const promised = planes.toSorted().join(', ')
  return provided === promised
    ? exported
    : `The driver provides ${provided || 'nothing'}, and the manifest declares ${promised}. Make them the same.`
}

function isDriver(value: unknown): value is Driver {
  if (value === null || typeof value !== 'object') return false
  return 'id' in value && 'serves' in value && 'provides' in value && typeof value.provides === 'object'
}
