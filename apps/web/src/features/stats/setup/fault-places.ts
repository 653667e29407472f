import { APIError } from '@svc/sdk'
import { fieldErrors } from '../../../ui/forms/field-errors.ts'
import { sentenceOf } from '../../../ui/states/sentence-of.ts'
import type { Chosen } from '../types.ts'

/** What the server refused, sorted by where it is shown. */
export interface FaultPlaces {
  /** By role. */
  roles: Readonly<Record<string, string>>
  /** By option. */
  options: Readonly<Record<string, string>>
  filter: string | null
  /** Whether all of it stands at a field; else it is shown as a whole. */
  isPlaced: boolean
}

const nowhere: FaultPlaces = { roles: {}, options: {}, filter: null, isPlaced: false }

/**
 * Where an error of an analysis belongs. A 400 names fields; a 422 begins with the variable, as in "dose: it has 3 groups", or the option; it is placed where
 * that variable stands.
 */
export function faultPlaces(error: unknown, chosen: Chosen, options: readonly string[]): FaultPlaces {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return nowhere
  const faults = Object.entries(fieldErrors(error))
  if (faults.length > 0) return fromFields(faults)
  const sentence = sentenceOf(error)
  if (error.code.startsWith('sql_')) return { ...nowhere, filter: sentence, isPlaced: true }
  for (const [role, names] of Object.entries(chosen)) {
    const name = names.find(each => sentence.startsWith(`${each}: `))
    if (name !== undefined) return { ...nowhere, roles: { [role]: sentence }, isPlaced: true }
  }
  const option = options.find(each => sentence.startsWith(`${each}: `))
  if (option !== undefined) return { ...nowhere, options: { [option]: sentence }, isPlaced: true }
  return nowhere
}

function fromFields(faults: readonly [path: string, message: string][]): FaultPlaces {
  const roles: Record<string, string> = {}
  const options: Record<string, string> = {}
  let filter: string | null = null
  let isPlaced = true
  for (const [path, message] of faults) {
    const [, part, name] = path.split('/')
    const sentence = sentenceFrom(message)
    if (part === 'variables' && name !== undefined) roles[name] ??= sentence
    else if (part === 'options' && name !== undefined) options[name] ??= sentence
    else if (part === 'filter') filter ??= sentence
    else isPlaced = false
  }
  return { roles, options, filter, isPlaced }
}

function sentenceFrom(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1)
}
