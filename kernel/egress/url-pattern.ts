import type { Target } from './target.ts'

interface UrlPattern {
  /** `http:`, `https:`, or null for both. */
  protocol: string | null
  /** An exact host, `.example.com` for `*.example.com`, or null for any. */
  host: string | null
  /** An exact port, null for any, or undefined for the scheme's own. */
  port: string | null | undefined
  path: string
}

const shape = /^(https?|\*):\/\/(\*|(?:\*\.)?[^\s*:/?#@[\]\\]+|\[[0-9a-f:.]+\])(?::(\d{1,5}|\*))?(\/\S*)$/i

function parsePattern(text: string): UrlPattern | null {
  const [, scheme, host, port, path] = shape.exec(text) ?? []
  if (!scheme || !host || !path) return null
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  return {
    protocol: scheme === '*' ? null : `${scheme.toLowerCase()}:`,
    host: patternHost(bare),
    // "Any host" says nothing of ports, so it means any port too.
    port: port === '*' || (port === undefined && bare === '*') ? null : port,
    path,
  }
}

function patternHost(host: string): string | null {
  if (host === '*') return null
  return host.startsWith('*.') ? host.slice(1) : host
}

function hostMatches(pattern: string | null, target: Target): boolean {
  if (pattern === null) return true
  if (pattern.startsWith('.'))
    return !target.literal && target.host.endsWith(pattern) && target.host.length > pattern.length
  return pattern === target.host
}

function portMatches(pattern: UrlPattern, target: Target): boolean {
  if (pattern.port === null) return true
  if (pattern.port === undefined) return target.url.port === ''
  return pattern.port === target.port
}

/** `*` stands for any characters. What lies between two stars is taken where it first occurs, so that nothing is tried twice. */
function globMatches(glob: string, text: string): boolean {
  const [start = '', ...parts] = glob.split('*')
  const end = parts.pop()
  if (end === undefined) return text === glob
  let at = start.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.startsWith(start) && text.endsWith(end) && at + end.length <= text.length
}

function pathMatches(pattern: UrlPattern, target: Target): boolean {
  if (pattern.path === '/*') return true
  // A server may read %2f..%2f as a path of its own; under a narrower pattern that would lead out of it.
  if (/%2f|%5c|%00/i.test(target.url.pathname)) return false
  return globMatches(pattern.path, target.url.pathname + target.url.search)
}

/**
 * True when the URL fits one of the patterns, such as `https://api.example.com/*` or `https://*.example.com/v1/*`. Scheme and
 * host may be `*`. Without a port the scheme's own is meant, and any port where the host is `*`. What is not a pattern fits nothing.
 */
export function matchesAny(patterns: readonly string[], target: Target): boolean {
  return patterns.some(text => {
    const pattern = parsePattern(text)
    if (!pattern) return false
    const schemeMatches = pattern.protocol === null || pattern.protocol === target.url.protocol
    return (
      schemeMatches && hostMatches(pattern.host, target) && portMatches(pattern, target) && pathMatches(pattern, target)
    )
  })
}
