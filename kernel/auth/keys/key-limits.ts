import { InternalError } from '@svc/plugin'
import type { FieldError, KeyLimits, NewApiKey } from '@svc/plugin'

const maxModels = 100
const maxModelLength = 200

/** What a key that is asked for may spend, as far as it says. */
export function limitsOf({ models, tools, token_budget }: NewApiKey): KeyLimits {
  const named = { ...(models && { models: [...new Set(models)] }), ...(tools && { tools: [...new Set(tools)] }) }
  return { ...named, ...(token_budget && { token_budget }) }
}

/** As it stands in the key's record; null when nothing is limited. */
export function textOf(limits: KeyLimits): string | null {
  return Object.keys(limits).length === 0 ? null : JSON.stringify(limits)
}

export function readLimits(text: string | null): KeyLimits | null {
  if (text === null) return null
  try {
    return Object.freeze(JSON.parse(text) as KeyLimits)
  } catch (cause) {
    // To go on without them would be to lift them.
    throw new InternalError('The limits of an API key cannot be read.', { cause })
  }
}

export function limitFaults({ models, token_budget }: NewApiKey): FieldError[] {
  return [...modelFaults(models), ...budgetFaults(token_budget)]
}

function modelFaults(models: string[] | undefined): FieldError[] {
  if (models === undefined) return []
  if (models.length === 0 || models.length > maxModels) {
    return [{ path: '/models', message: `must name 1 to ${maxModels} models; leave it out for every model` }]
  }
  return models.flatMap((model, index) => {
    if (model.trim() !== '' && model.length <= maxModelLength) return []
    return [{ path: `/models/${index}`, message: `must be a model's id of 1 to ${maxModelLength} characters` }]
  })
}

function budgetFaults(budget: NewApiKey['token_budget']): FieldError[] {
  if (budget === undefined) return []
  const given = Object.entries(budget)
  if (given.length === 0) return [{ path: '/token_budget', message: 'must have `day`, `month` or both' }]
  return given.flatMap(([period, tokens]) => {
    if (Number.isSafeInteger(tokens) && tokens >= 1) return []
    return [{ path: `/token_budget/${period}`, message: 'must be a whole number of tokens, 1 or more' }]
  })
}
