import { describe, expect, it } from 'vitest'
import { manualAddress } from './addresses.ts'

describe('the manual', () => {
  it('leads to its own pages, to the web, and nowhere else', () => {
    expect(
      [
        'api.md#errors',
        './jobs.md',
        'README.md',
        '#top',
        'https://example.org',
        '../examples/README.md',
        'javascript:alert(1)',
      ].map(manualAddress),
    ).toEqual(['/docs/api#errors', '/docs/jobs', '/docs/', '#top', 'https://example.org', '', ''])
  })
})
