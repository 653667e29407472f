import type { ToolManifest } from '@svc/plugin'
import { WordIndex } from '@svc/plugin/library/search/word-index'
import { significantWords } from '../recall/relevance.ts'

const nameWeight = 3
const titleWeight = 2
const shortestStem = 4

const indexes = new WeakMap<readonly ToolManifest[], WordIndex>()

/** Those of the tools that the words fit, the best first. The list is indexed once, so give the same one while nothing changed. */
export function searchTools(
  all: readonly ToolManifest[],
  query: string,
  isFindable: (tool: ToolManifest) => boolean,
): ToolManifest[] {
  const index = indexes.get(all) ?? new WordIndex(all.map(wordsOfTool))
  indexes.set(all, index)
  const asked = stemsOf(query)
  const scores = index.scores(asked)
  const named = query.trim().toLowerCase()
  // `date` and `time` are parts of `datetime`.
  const scoreOf = ({ name }: ToolManifest, score: number): number => {
    if (name.toLowerCase() === named) return Infinity
    const parts = asked.filter(word => word.length >= shortestStem && isInside(word, name))
    return parts.reduce((total, word) => total + index.rarity(word), score)
  }
  return all
    .map((tool, at) => ({ tool, score: scoreOf(tool, scores[at] ?? 0) }))
    .filter(({ tool }) => isFindable(tool))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

function isInside(word: string, name: string): boolean {
  return name.split(/[_-]+/).some(part => part.length > word.length && part.includes(word) && stem(part) !== word)
}

function wordsOfTool({ name, title, description, input_schema }: ToolManifest): string[] {
  const inputs = Object.keys((input_schema['properties'] ?? {}) as object)
  return [
    ...Array.from({ length: nameWeight }, () => stemsOf(name)).flat(),
    ...Array.from({ length: titleWeight }, () => stemsOf(title)).flat(),
    ...stemsOf(description),
    ...inputs.flatMap(stemsOf),
  ]
}

/** `email` for `e-mail`, `compar` for `comparing`: the forms of a word are one. */
function stemsOf(text: string): string[] {
  const parted = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  const joined = parted.replaceAll(/\b(\p{L}+)-(\p{L}+)/gu, '$1$2 $1 $2')
  return significantWords(joined).map(word => stem(word))
}

function stem(word: string): string {
  const single = word.length >= shortestStem && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  return single.length > shortestStem ? single.replace(/(?:ing|ed|ie|e|y)$/, '') : single
}
