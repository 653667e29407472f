// M. F. Porter, An algorithm for suffix stripping, 1980. The names of the steps are those of the paper.
const consonant = '[^aeiou]'
const vowel = '[aeiouy]'
const consonants = `${consonant}[^aeiouy]*`
const vowels = `${vowel}[aeiou]*`

/** At least one group of vowels with consonants after it. */
const measured = new RegExp(`^(${consonants})?${vowels}${consonants}`)
const measuredOnce = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`)
const measuredTwice = new RegExp(`^(${consonants})?(${vowels}${consonants}){2}`)
const hasVowel = new RegExp(`^(${consonants})?${vowel}`)
const shortSyllable = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`)

const step2 = new Map(
  Object.entries({
    ational: 'ate',
    tional: 'tion',
    enci: 'ence',
    anci: 'ance',
    izer: 'ize',
    bli: 'ble',
    alli: 'al',
    entli: 'ent',
    eli: 'e',
    ousli: 'ous',
    ization: 'ize',
    ation: 'ate',
    ator: 'ate',
    alism: 'al',
    iveness: 'ive',
    fulness: 'ful',
    ousness: 'ous',
    aliti: 'al',
    iviti: 'ive',
    biliti: 'ble',
    logi: 'log',
  }),
)
const step3 = new Map(
  Object.entries({ icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', ful: '', ness: '' }),
)
const step4 = new Map(
  'al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'.split(' ').map(ending => [ending, '']),
)

/** An English word in lower case without its endings, so that `running` is `run`. Other words stay as they are. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  // A `y` at the beginning is a consonant.
  const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word
  return lastStep(withoutSuffixes(endingsOfVerbs(plural(marked)))).toLowerCase()
}

function plural(word: string): string {
  return word.replace(/^(.+?)(ss|i)es$/, '$1$2').replace(/^(.+?)([^s])s$/, '$1$2')
}

function endingsOfVerbs(word: string): string {
  const [, before, ending] = /^(.+?)(eed|ed|ing)$/.exec(word) ?? []
  if (ending === 'eed') return before !== undefined && measured.test(before) ? word.slice(0, -1) : word
  const verb = before !== undefined && hasVowel.test(before) ? completed(before) : word
  return /^.+y$/.test(verb) && hasVowel.test(verb.slice(0, -1)) ? `${verb.slice(0, -1)}i` : verb
}

function completed(verb: string): string {
  if (/(?:at|bl|iz)$/.test(verb) || shortSyllable.test(verb)) return `${verb}e`
  return /([^aeiouylsz])\1$/.test(verb) ? verb.slice(0, -1) : verb
}

function withoutSuffixes(word: string): string {
  const third = replaced(replaced(word, step2, measured), step3, measured)
  const fourth = replaced(third, step4, measuredTwice)
  const ion = /^.+[st](?=ion$)/.exec(third)?.[0]
  return fourth === third && ion !== undefined && measuredTwice.test(ion) ? ion : fourth
}

/** The longest ending decides, also when what stands before it is too short. */
function replaced(word: string, endings: ReadonlyMap<string, string>, condition: RegExp): string {
  const ending = [...endings.keys()]
    .filter(each => word.length > each.length && word.endsWith(each))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  const before = word.slice(0, word.length - ending.length)
  return ending !== '' && condition.test(before) ? `${before}${endings.get(ending) ?? ''}` : word
}

function lastStep(word: string): string {
  const before = word.slice(0, -1)
  const drops = measuredTwice.test(before) || (measuredOnce.test(before) && !shortSyllable.test(before))
  const short = word.endsWith('e') && drops ? before : word
  return short.endsWith('ll') && measuredTwice.test(short) ? short.slice(0, -1) : short
}
