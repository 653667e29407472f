import { createTwoFilesPatch, diffWordsWithSpace, FILE_HEADERS_ONLY } from 'diff'
import type { JsonValue } from '@svc/plugin'
import { toolFailure } from './tool-failure.ts'

const timeout = 1500
const defaultContext = 3

export interface TextDiff {
  before: string
  after: string
  unit?: 'line' | 'word'
  context?: number
  before_name?: string
  after_name?: string
}

interface Counts {
  equal: boolean
  added: number
  removed: number
}

function tooDifferent() {
  return toolFailure('The texts differ too much to be compared in time. Compare shorter parts.')
}

function lineDiff(input: TextDiff): { diff: string } & Counts {
  const patch = createTwoFilesPatch(
    input.before_name ?? 'before',
    input.after_name ?? 'after',
    input.before,
    input.after,
    undefined,
    undefined,
    { timeout, context: input.context ?? defaultContext, headerOptions: FILE_HEADERS_ONLY },
  )
  if (patch === undefined) throw tooDifferent()
  const lines = patch.split('\n').slice(2)
  const added = lines.filter(line => line.startsWith('+')).length
  const removed = lines.filter(line => line.startsWith('-')).length
  return { diff: input.before === input.after ? '' : patch, equal: input.before === input.after, added, removed }
}

function wordDiff(input: TextDiff): { diff: string } & Counts {
  const parts = diffWordsWithSpace(input.before, input.after, { timeout })
  if (parts === undefined) throw tooDifferent()
  const marked = parts.map(part => {
    if (part.added) return `{+${part.value}+}`
    return part.removed ? `[-${part.value}-]` : part.value
  })
  const count = (kind: 'added' | 'removed') =>
    parts.filter(part => part[kind]).reduce((sum, part) => sum + (part.value.match(/\S+/g)?.length ?? 0), 0)
  const equal = input.before === input.after
  return { diff: equal ? '' : marked.join(''), equal, added: count('added'), removed: count('removed') }
}

/** By lines: a unified diff. By words: the text with `[-removed-]` and `{+added+}`. */
export function diffTexts(input: TextDiff): JsonValue {
  return { ...(input.unit === 'word' ? wordDiff(input) : lineDiff(input)) }
}
