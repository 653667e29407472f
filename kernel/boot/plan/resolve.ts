import { closestWord } from '@svc/plugin/library/closest-word'
import type { BootProblem } from '../../boot-error.ts'
import { asBroken, fieldProblemAt } from '../../manifest/index.ts'
import type { LoadedManifest } from '../../manifest/index.ts'
import { coreServices } from '../rooms.ts'
import { dependencyOrder } from './dependency-order.ts'
import { manifestFaults, sameIds } from './manifest-faults.ts'
import type { Fault } from './manifest-faults.ts'
import { coreServicePrefix, faultsInWords } from './plan.ts'
import type { PlannedPlugin, PluginChoice } from './plan.ts'

/** By how many letters an unknown name may differ from a known one to be taken for a typing error. */
const typingErrors = 2

interface Resolution {
  plan: PlannedPlugin[]
  /** What the server cannot start with. */
  problems: BootProblem[]
}

/**
 * Who provides what to whom: the plugins in boot order, and what the start must end with. An added plugin that does not fit stands in
 * the plan with its faults, and is left out of all else. `ownerKnown`: the choices hold what the owner chose, so every plugin that is on is to run.
 */
export async function resolvePlugins(
  choices: readonly PluginChoice[],
  { ownerKnown }: { ownerKnown: boolean },
): Promise<Resolution> {
  const { plan, faults } = examine(choices)
  const vital = ownerKnown ? plan.filter(isVital) : []
  faults.push(
    ...vital.flatMap(({ loaded, missing }): Fault[] =>
      missing === null ? [] : [{ loaded, field: ['services', 'consumes'], message: missing, isFatal: true }],
    ),
  )
  const isOwn = ({ loaded, isFatal = false }: Fault): boolean => !loaded.builtin && !isFatal
  const broken = Map.groupBy(faults.filter(isOwn), ({ loaded }) => loaded)
  if (broken.size > 0) {
    // What they declared may be what another fault was about, so the rest is looked at again without it.
    const rest = choices.map(async choice => {
      const own = broken.get(choice.loaded)
      return own ? { ...choice, loaded: asBroken(choice.loaded, await problemsOf(own)) } : choice
    })
    return resolvePlugins(await Promise.all(rest), { ownerKnown })
  }
  return { plan, problems: [...(await problemsOf(faults)), ...vital.flatMap(({ loaded }) => loaded.faults)] }
}

function isVital({ loaded, enabled, waiting }: PlannedPlugin): boolean {
  return enabled && !waiting && loaded.manifest.on_failure === 'abort'
}

function problemsOf(faults: readonly Fault[]): Promise<BootProblem[]> {
  return Promise.all(faults.map(({ loaded, field, message }) => fieldProblemAt(loaded, field, message)))
}

function examine(choices: readonly PluginChoice[]): { plan: PlannedPlugin[]; faults: Fault[] } {
  // A broken plugin has its faults already; an added plugin that is off is not examined.
  const whole = choices.filter(({ loaded, enabled }) => loaded.faults.length === 0 && (loaded.builtin || enabled))
  const manifests = whole.map(({ loaded }) => loaded)
  const faults: Fault[] = [...sameIds(choices.map(({ loaded }) => loaded)), ...manifestFaults(manifests)]
  const enabled = choices.filter(choice => choice.enabled)
  const providers = new Map<string, PluginChoice>()
  for (const choice of enabled.toSorted((a, b) => b.loaded.faults.length - a.loaded.faults.length)) {
    for (const id of choice.loaded.manifest.services?.provides ?? []) providers.set(id, choice)
  }
  const everProvided = choices.flatMap(({ loaded }) => loaded.manifest.services?.provides ?? [])
  for (const loaded of manifests) faults.push(...unknownServices(loaded, everProvided))

  const { order, cycles } = dependencyOrder(enabled, choice => [...providersOf(choice, providers)])
  for (const cycle of cycles) {
    const [first] = cycle
    if (!first) continue
    const path = [...cycle, first].map(({ loaded }) => loaded.manifest.id).join(' -> ')
    faults.push({
      loaded: (cycle.find(({ loaded }) => !loaded.builtin) ?? first).loaded,
      field: ['services'],
      message: `These plugins need each other: ${path}. Break the circle by making one of the services optional at call time, or by an extension point.`,
    })
  }
  const plan = planOf(order, providers)
  const rest = choices.filter(choice => !choice.enabled).map(choice => ({ ...choice, needs: [], missing: null }))
  return { plan: [...plan, ...rest], faults }
}

function* providersOf({ loaded }: PluginChoice, providers: ReadonlyMap<string, PluginChoice>): Generator<PluginChoice> {
  const { consumes = [], optional = [] } = loaded.manifest.services ?? {}
  for (const id of [...consumes, ...optional]) {
    const provider = providers.get(id)
    if (provider && provider.loaded !== loaded) yield provider
  }
}

/** Providers come first in `order`, so what they miss is known when their consumers' turn comes. */
function planOf(order: readonly PluginChoice[], providers: ReadonlyMap<string, PluginChoice>): PlannedPlugin[] {
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
      if (planned && planned.loaded.faults.length > 0)
        missing ??= `It needs the service ${id} of the plugin ${provider.id}, which cannot load. ${faultsInWords(planned.loaded)}`
      else if (planned?.waiting)
        missing ??= `It needs the service ${id} of the plugin ${provider.id}, which waits for the owner.`
      else if (planned?.missing)
        missing ??= `It needs the service ${id} of the plugin ${provider.id}, which cannot run. ${planned.missing}`
    }
    plan.set(choice.loaded.manifest.id, { ...choice, needs, missing })
  }
  return [...plan.values()]
}

/** An unknown service whose name is close to a known one is a typing error; otherwise its plugin is just not installed. */
function unknownServices(loaded: LoadedManifest, provided: readonly string[]): Fault[] {
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
