import { closestWord } from '@svc/plugin/contracts/closest-word'
import type { BootProblem } from '../boot-error.ts'
import { fieldProblemAt } from '../manifest/index.ts'
import type { LoadedManifest } from '../manifest/index.ts'
import { dependencyOrder } from './dependency-order.ts'
import { manifestFaults } from './manifest-faults.ts'
import { coreServicePrefix } from './plan.ts'
import type { PlannedPlugin, PluginChoice } from './plan.ts'

/** Letters by which a service's name may differ from a known one and still be meant to be that. */
const typingErrors = 2

interface Fault {
  loaded: LoadedManifest
  field: (string | number)[]
  message: string
}

/** Who provides what to whom: the plugins in boot order, or all that does not fit. */
export async function resolvePlugins(
  choices: readonly PluginChoice[],
  coreServices: ReadonlySet<string>,
): Promise<{ plan: PlannedPlugin[]; problems: BootProblem[] }> {
  const faults: Fault[] = manifestFaults(choices.map(({ loaded }) => loaded))
  const enabled = choices.filter(choice => choice.enabled)
  const providers = new Map<string, PluginChoice>()
  for (const choice of enabled) {
    for (const id of choice.loaded.manifest.services?.provides ?? []) providers.set(id, choice)
  }
  const everProvided = choices.flatMap(({ loaded }) => loaded.manifest.services?.provides ?? [])
  for (const { loaded } of choices) faults.push(...unknownServices(loaded, coreServices, everProvided))

  const { order, cycles } = dependencyOrder(enabled, choice => [...providersOf(choice, providers)])
  for (const cycle of cycles) {
    const [first] = cycle
    if (!first) continue
    const path = [...cycle, first].map(({ loaded }) => loaded.manifest.id).join(' -> ')
    faults.push({
      loaded: first.loaded,
      field: ['services'],
      message: `These plugins need each other: ${path}. Break the circle by making one of the services optional at call time, or by an extension point.`,
    })
  }
  const plan = planOf(order, providers, coreServices)
  for (const plugin of plan) {
    const { manifest } = plugin.loaded
    if (plugin.missing === null || manifest.on_failure !== 'abort' || plugin.waiting) continue
    faults.push({ loaded: plugin.loaded, field: ['services', 'consumes'], message: plugin.missing })
  }
  const rest = choices.filter(choice => !choice.enabled).map(choice => ({ ...choice, needs: [], missing: null }))
  const problems = await Promise.all(faults.map(({ loaded, field, message }) => fieldProblemAt(loaded, field, message)))
  return { plan: [...plan, ...rest], problems }
}

function* providersOf({ loaded }: PluginChoice, providers: ReadonlyMap<string, PluginChoice>): Generator<PluginChoice> {
  const { consumes = [], optional = [] } = loaded.manifest.services ?? {}
  for (const id of [...consumes, ...optional]) {
    const provider = providers.get(id)
    if (provider && provider.loaded !== loaded) yield provider
  }
}

/** Providers come first in `order`, so what they miss is known when their consumers' turn comes. */
function planOf(
  order: readonly PluginChoice[],
  providers: ReadonlyMap<string, PluginChoice>,
  coreServices: ReadonlySet<string>,
): PlannedPlugin[] {
  const plan = new Map<string, PlannedPlugin>()
  for (const choice of order) {
    const needs: string[] = []
    let missing: string | null = null
    for (const id of choice.loaded.manifest.services?.consumes ?? []) {
      if (coreServices.has(id)) continue
      const provider = providers.get(id)?.loaded.manifest
      if (!provider) {
        missing ??= `It needs the service ${id}, and no enabled plugin provides it. Enable or install one that does, or switch this plugin off.`
        continue
      }
      needs.push(provider.id)
      const planned = plan.get(provider.id)
      if (planned?.waiting)
        missing ??= `It needs the service ${id} of the plugin ${provider.id}, which waits for the owner.`
      else if (planned?.missing)
        missing ??= `It needs the service ${id} of the plugin ${provider.id}, which cannot run. ${planned.missing}`
    }
    plan.set(choice.loaded.manifest.id, { ...choice, needs, missing })
  }
  return [...plan.values()]
}

/** A service that nobody has, beside one that nearly has its name, is a typing error; otherwise its plugin is just not installed. */
function unknownServices(
  loaded: LoadedManifest,
  coreServices: ReadonlySet<string>,
  provided: readonly string[],
): Fault[] {
  const { services } = loaded.manifest
  const known = [...coreServices, ...provided]
  return (['consumes', 'optional'] as const).flatMap(list =>
    (services?.[list] ?? []).flatMap((id, index) => {
      if (known.includes(id)) return []
      const near = closestWord(id, known, typingErrors)
      if (!near && !id.startsWith(coreServicePrefix)) return []
      const remedy = near ? `Did you mean "${near}"?` : `The kernel has ${[...coreServices].join(', ')}.`
      return [{ loaded, field: ['services', list, index], message: `There is no service "${id}". ${remedy}` }]
    }),
  )
}
