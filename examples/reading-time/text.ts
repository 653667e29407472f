/** Runs of letters and digits, in any script; an apostrophe or a hyphen within does not end one. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…。！？])\s+/u).filter(sentence => wordsOf(sentence).length > 0)
}
