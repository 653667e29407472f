/** The least that the server takes; longer is asked for by what is said. */
const shortest = 8
const good = 16

/** How well a password holds against guessing, in words; its length counts far more than its signs. */
export function strengthOf(password: string): string {
  const length = [...password].length
  if (length === 0) return `At least ${shortest} characters. A few words that belong together only for you are best.`
  if (length < shortest) return `${shortest - length} more ${shortest - length === 1 ? 'character' : 'characters'}.`
  if (new Set(password).size < shortest / 2) return 'Weak: few different characters.'
  return length < good ? 'Fair: longer is stronger.' : 'Strong.'
}
