const censor = '[redacted]'
/** Shorter ones stand in too many words to be taken out of them. */
const shortestSecret = 6

/** Secrets that can be recognised by their form, in a line of JSON: the backslash of an escaped quote ends them too. */
const shapes: readonly [RegExp, string][] = [
  // Fields by their name, at any depth.
  [
    /"((?:[\w-]*(?:password|passphrase|secret|token|api[_-]?key|authorization|cookie))|key)":"(?:[^"\\]|\\.)*"/gi,
    `"$1":"${censor}"`,
  ],
  // Developer keys; the prefix with the key's id is no secret and says which one it was.
  [/\b(svc_[0-9a-z]{26})_[A-Za-z0-9_-]{43}[0-9a-f]{8}\b/g, `$1_${censor}`],
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, censor],
  [/\bsk-[A-Za-z0-9_-]{16,}/g, censor],
  // A password in an address: postgres://user:password@host.
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:/?#@"\\]*):[^\s/"\\]*@/gi, `$1:${censor}@`],
  [/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${censor}`],
  [/\b((?:__Host-)?svc_session=)[^;\s"\\]+/g, `$1${censor}`],
  // Signed tokens, wherever they came from.
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g, censor],
]

/**
 * Takes secrets out of a text: the configured ones wherever they stand, and what looks like one. Field names alone do not do it:
 * people put secrets into messages, URLs and errors.
 */
export function createRedaction(): { add(secrets: readonly string[]): void; redact(text: string): string } {
  const known = new Set<string>()
  return {
    add(secrets) {
      for (const secret of secrets) {
        if (secret.length < shortestSecret) continue
        known.add(secret)
        known.add(JSON.stringify(secret).slice(1, -1))
        known.add(encodeURIComponent(secret))
      }
    },
    redact(text) {
      let clean = text
      for (const [shape, replacement] of shapes) clean = clean.replace(shape, replacement)
      for (const secret of known) clean = clean.replaceAll(secret, censor)
      return clean
    },
  }
}
