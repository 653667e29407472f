const common = new Set(
  (
    'a about after all also an and are as at be been but by can could did do for from had has have he her his how i if in into is it its ' +
    'just like may more most no not of on one only or other our out over said she so some such than that the their them then there these ' +
    'they this those to up was we were what when where which who will with would you your'
  ).split(' '),
)
const shortest = 40
const longest = 600
const consideredSentences = 500

/** The sentences that say most of what a text is about, by the words it repeats, in the text's order. */
export function pickSentences(paragraphs: readonly string[], count: number): string[] {
  const sentences = paragraphs.flatMap(sentencesOf).slice(0, consideredSentences)
  const useful = sentences.filter(sentence => sentence.length >= shortest && sentence.length <= longest)
  const candidates = useful.length > 0 ? useful : sentences
  const frequency = new Map<string, number>()
  for (const sentence of candidates)
    for (const word of new Set(wordsOf(sentence))) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const scored = candidates.map((sentence, position) => {
    const words = wordsOf(sentence)
    const sum = words.reduce((total, word) => total + Math.log(1 + (frequency.get(word) ?? 0)), 0)
    // What stands first is what a page is about, more often than not.
    const lead = 1 + 0.5 / (1 + position)
    return { sentence, position, score: (sum / (words.length + 5)) * lead }
  })
  const best = scored.sort((a, b) => b.score - a.score || a.position - b.position).slice(0, count)
  return best.sort((a, b) => a.position - b.position).map(({ sentence }) => sentence)
}

export function sentencesOf(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.!?。！？])\s+(?=\S)/u)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '')
}

export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => !common.has(word))
}
