import { describe, expect, it } from 'vitest'
import { parseTarget } from './target.ts'
import { matchesAny } from './url-pattern.ts'

const fits = (pattern: string, url: string) => matchesAny([pattern], parseTarget(url))

describe('URL patterns', () => {
  it.each([
    ['https://api.example.com/*', 'https://api.example.com/'],
    ['https://api.example.com/*', 'https://api.example.com/v1/items?page=2'],
    ['https://api.example.com/*', 'https://API.example.com./v1'],
    ['https://*.example.com/*', 'https://deep.api.example.com/'],
    ['https://api.example.com/v1/*/items', 'https://api.example.com/v1/a/b/items'],
    ['https://api.example.com/*/b/*', 'https://api.example.com/a/b/b/c'],
    ['https://api.example.com/search?q=*', 'https://api.example.com/search?q=cats'],
    ['http://localhost:8080/*', 'http://localhost:8080/x'],
    ['http://localhost:*/*', 'http://localhost:9/x'],
    ['*://example.com/*', 'http://example.com/'],
    ['https://*/*', 'https://anything.test:8443/'],
    ['http://[::1]:8080/*', 'http://[::1]:8080/'],
  ])('%s lets %s through', (pattern, url) => {
    expect(fits(pattern, url)).toBe(true)
  })

  it.each([
    ['https://api.example.com/*', 'http://api.example.com/'],
    ['https://api.example.com/*', 'https://api.example.com:8443/'],
    ['https://api.example.com/*', 'https://api.example.com.evil.test/'],
    ['https://api.example.com/*', 'https://evil.test/https://api.example.com/'],
    ['https://api.example.com/*', 'https://xapi.example.com/'],
    ['https://*.example.com/*', 'https://example.com/'],
    ['https://*.example.com/*', 'https://evilexample.com/'],
    ['https://*.0.0.1/*', 'https://127.0.0.1/'],
    ['https://api.example.com/v1/*', 'https://api.example.com/v1/../admin'],
    ['https://api.example.com/v1/*', 'https://api.example.com/v1/%2e%2e/admin'],
    ['https://api.example.com/v1/*', 'https://api.example.com/v1/..%2fadmin'],
    ['https://api.example.com/v1/*', 'https://api.example.com/v1/..%5cadmin'],
    ['https://api.example.com/v1*1', 'https://api.example.com/v1'],
    ['https://api.example.com/a*b*', 'https://api.example.com/b/a'],
    ['https://api.example.com', 'https://api.example.com/'],
    ['api.example.com/*', 'https://api.example.com/'],
    ['https://user@api.example.com/*', 'https://api.example.com/'],
    ['', 'https://api.example.com/'],
  ])('%s keeps %s out', (pattern, url) => {
    expect(fits(pattern, url)).toBe(false)
  })

  it('decides a pattern full of stars over a long path without going back over all of it', () => {
    expect(fits(`https://example.com/${'*a'.repeat(60)}`, `https://example.com/${'a'.repeat(7000)}b`)).toBe(false)
  })
})
