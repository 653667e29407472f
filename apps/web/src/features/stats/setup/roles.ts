import { listed } from '../words.ts'
import type { Chosen, Measure, Method, Options, Variable } from '../types.ts'

/** A part that variables take in a method. */
export interface Role {
  name: string
  description: string
  /** Which measures fit. */
  measures: readonly Measure[]
  isRequired: boolean
  least: number
  most: number
  /** Whether the method takes a list, however short. */
  isList: boolean
}

interface Property {
  type?: string
  description?: string
  minItems?: number
  maxItems?: number
  'x-measures'?: readonly Measure[]
}
interface ObjectSchema {
  properties?: Record<string, Property>
  required?: readonly string[]
}

const all: readonly Measure[] = ['continuous', 'ordinal', 'nominal']

/** The roles that a method's schema describes, in its order. */
export function rolesOf(method: Pick<Method, 'variables'>): Role[] {
  const { properties = {}, required = [] } = method.variables as ObjectSchema
  return Object.entries(properties).map(([name, property]) => {
    const isList = property.type === 'array'
    const isRequired = required.includes(name)
    return {
      name,
      description: property.description ?? '',
      measures: property['x-measures'] ?? all,
      isRequired,
      least: isList ? (property.minItems ?? 0) : Number(isRequired),
      most: isList ? (property.maxItems ?? Infinity) : 1,
      isList,
    }
  })
}

/** The variables of a request: one name for a role of one, a list for a role of several. */
export function variablesOf(roles: readonly Role[], chosen: Chosen): Record<string, string | string[]> {
  const entries = roles.flatMap(({ name, isList }): [string, string | string[]][] => {
    const names = chosen[name] ?? []
    if (names.length === 0) return []
    return [[name, isList ? [...names] : (names[0] ?? '')]]
  })
  return Object.fromEntries(entries)
}

/** What was analysed, as it stands in the roles. */
export function chosenOf(variables: Readonly<Record<string, unknown>>): Chosen {
  return Object.fromEntries(
    Object.entries(variables).map(([role, value]) => [role, (Array.isArray(value) ? value : [value]).map(String)]),
  )
}

/** The roles that still need variables. */
export function missingRoles(roles: readonly Role[], chosen: Chosen): Role[] {
  return roles.filter(({ name, isRequired, least }) => isRequired && (chosen[name]?.length ?? 0) < Math.max(1, least))
}

/** The names of the options without which a method does not start and that have no value yet. */
export function missingOptions(method: Pick<Method, 'options'>, options: Options): string[] {
  const { required = [] } = method.options as ObjectSchema
  return required.filter(name => options[name] === undefined)
}

/** What a role gets, and which variables do not fit it by their measure. */
export interface Placement {
  chosen: Chosen
  added: string[]
  /** What stood in a role of one before. */
  replaced: string[]
  refused: Variable[]
  /** For which there is no place. */
  left: string[]
}

/** Puts variables into a role and takes them out of every other. */
export function place(chosen: Chosen, role: Role, variables: readonly Variable[]): Placement {
  const refused = variables.filter(({ measure }) => !role.measures.includes(measure))
  const fitting = variables.filter(variable => !refused.includes(variable)).map(({ name }) => name)
  const before = chosen[role.name] ?? []
  const fresh = fitting.filter(name => !before.includes(name))
  const isSingle = role.most === 1
  const room = isSingle ? 1 : Math.max(0, role.most - before.length)
  const added = fresh.slice(0, room)
  const replaced = isSingle && added.length > 0 ? [...before] : []
  const rest = Object.fromEntries(
    Object.entries(chosen).map(([name, names]) => [name, names.filter(each => !added.includes(each))]),
  )
  const now = isSingle && added.length > 0 ? added : [...before, ...added]
  return { chosen: { ...rest, [role.name]: now }, added, replaced, refused, left: fresh.slice(room) }
}

/** Takes variables out of a role. */
export function remove(chosen: Chosen, role: string, names: readonly string[]): Chosen {
  return { ...chosen, [role]: (chosen[role] ?? []).filter(name => !names.includes(name)) }
}

/** The first role that takes this variable and has a place for it: where a double click puts it. */
export function firstPlace(roles: readonly Role[], chosen: Chosen, { measure }: Variable): Role | undefined {
  const free = roles.filter(({ name, most }) => (chosen[name]?.length ?? 0) < most)
  return free.find(({ measures }) => measures.includes(measure)) ?? free[0]
}

/** What stays when another method is chosen: roles of the same name, as far as the variables fit. */
export function carriedOver(chosen: Chosen, roles: readonly Role[], variables: readonly Variable[]): Chosen {
  let carried: Chosen = {}
  for (const role of roles) {
    const kept = (chosen[role.name] ?? []).flatMap(name => variables.find(each => each.name === name) ?? [])
    carried = place(carried, role, kept).chosen
  }
  return carried
}

/** "a continuous variable", "nominal or ordinal variables". */
export function takesWords({ measures, most }: Pick<Role, 'measures' | 'most'>): string {
  const words = measures.length === all.length ? '' : `${listed(measures, 'or')} `
  if (most !== 1) return `${words}variables`
  return words === '' ? 'one variable' : `one ${words}variable`
}
