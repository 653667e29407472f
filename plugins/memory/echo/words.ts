/** One letter can become eighteen, and the server waits while texts are compared. */
const mostFolded = 20_000

/** Words as the gate compares them: lower case, without accents on their own, apostrophes or possessive endings. */
export function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKC').slice(0, mostFolded).toLowerCase().replace(/[’‘]/g, "'")
  // Digits hold together: 10:40, 3.14, 2026-01-31 and v1.2 are each one fact.
  const found = folded.match(
    /\p{N}[\p{L}\p{N}]*(?:[.,:/-]\p{N}[\p{L}\p{N}]*)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?[\p{L}\p{N}]*/gu,
  )
  return (found ?? []).flatMap(word => expanded(word))
}

const contractions = new Map([
  ["can't", ['can', 'not']],
  ['cannot', ['can', 'not']],
  ["won't", ['will', 'not']],
  ["i'm", ['i', 'am']],
  ["it's", ['it', 'is']],
  ["that's", ['that', 'is']],
])

function expanded(word: string): string[] {
  const known = contractions.get(word)
  if (known) return known
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  for (const [ending, full] of [
    ["'re", 'are'],
    ["'ve", 'have'],
    ["'ll", 'will'],
    ["'d", 'would'],
  ] as const)
    if (word.endsWith(ending)) return [word.slice(0, -ending.length), full]
  return [word.replace(/'s$/, '')]
}

/** The same for the forms that a paraphrase changes without changing what is said: plurals, `-ed`, `-ing`. */
export function stemOf(word: string): string {
  if (/\p{N}/u.test(word)) return word
  for (const ending of ['ing', 'ed', 'es', 's', 'e']) {
    if (word.length - ending.length >= 3 && word.endsWith(ending)) return undoubled(word.slice(0, -ending.length))
  }
  return word
}

function undoubled(stem: string): string {
  return /([bdglmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem
}

/** They turn what is said into its opposite, or into less: one more or fewer of them is another statement. */
export const turningWords = new Set(
  (
    'not no never none nobody nothing neither nor without except unless only except instead former formerly anymore longer ' +
    'nicht kein keine keinen keiner nie niemals ohne nur ne pas jamais sans sin nunca non senza mai'
  ).split(' '),
)

/** They begin a report of somebody else's words. */
export const reportingWords = new Set(
  (
    'said says say told tells tell asked asks ask mentioned mentions mention noted notes note stated states state wrote writes ' +
    'remember remembers'
  ).split(' '),
)

/** Words without which a statement says the same. */
export const smallWords = new Set([
  ...reportingWords,
  ...(
    'a an the this that these those it its is are be am do does has have and also just very really quite so then ' +
    'i me my mine we us our ours you your yours user users assistant agent want wants memory please according conversation fact ' +
    'information basically actually currently now'
  ).split(' '),
])
