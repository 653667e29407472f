// The model reads 128 tokens, which are some 600 letters of English; what comes after changes nothing.
const mostCharacters = 800
/** Of a passage that is compared piece by piece; the longest that documents are cut into is shorter. */
const mostOfPassage = 8000

/**
 * A text as the model is given it: the innermost heading and the words, without the marks of Markdown, which it takes for words; one line,
 * no longer than it reads, never empty.
 */
export function cutText(text: string): string {
  return cleanText(text, mostCharacters)
}

/** As {@link cutText}, for what is compared piece by piece to its end. */
export function wholeText(text: string): string {
  return cleanText(text, mostOfPassage)
}

function cleanText(text: string, most: number): string {
  // Cut before it is touched, and again after: NFKC makes up to eighteen letters of one.
  const line = text
    .slice(0, most * 4)
    .replace(/^[^\n]* › (?=[^\n]*\n)/, '')
    .replaceAll(/\[([^[\]]{0,300})\]\([^()]{0,300}\)/g, '$1')
    .replaceAll(/[`*|#_]+/g, ' ')
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.slice(0, most).toWellFormed() || '.'
}
