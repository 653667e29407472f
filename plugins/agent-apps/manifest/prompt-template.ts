import type { JsonObject, JsonValue } from '@svc/plugin'

const placeholder = /\{\{([^{}]*)\}\}/g
const reference = /^inputs((?:\.[A-Za-z_][A-Za-z0-9_-]*)+)$/

export interface PlaceholderFault {
  /** Where the placeholder begins in the text. */
  offset: number
  message: string
}

/** A prompt with `{{inputs.name}}` in it. Values are put in once, as text: nothing in a value is read as a placeholder. */
export interface PromptTemplate {
  fill(inputs: JsonObject): string
}

/** Reads a template, or returns the placeholders that cannot be filled. */
export function parsePrompt(text: string): { template: PromptTemplate } | { faults: PlaceholderFault[] } {
  const faults: PlaceholderFault[] = []
  for (const match of text.matchAll(placeholder)) {
    const word = match[1]?.trim() ?? ''
    if (reference.test(word)) continue
    faults.push({
      offset: match.index,
      message: `{{${word.slice(0, 100)}}} is no placeholder. Write {{inputs.<name>}}, or {{inputs.<name>.<field>}}.`,
    })
  }
  if (faults.length > 0) return { faults }
  return {
    template: { fill: inputs => text.replace(placeholder, (_, word: string) => textOf(valueAt(inputs, word.trim()))) },
  }
}

function valueAt(inputs: JsonObject, word: string): JsonValue | undefined {
  let value: JsonValue | undefined = inputs
  for (const name of word.split('.').slice(1)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined
    value = value[name]
  }
  return value
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
