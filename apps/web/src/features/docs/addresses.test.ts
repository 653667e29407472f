import { describe, expect, it } from 'vitest'
import { anchorOf, manualAddress } from './addresses.ts'

describe('the manual', () => {
  it('has places as GitHub makes them', () => {
    expect(['Two commands', '`POST /api/x`: why?', 'Größe & Maß'].map(anchorOf)).toEqual([
      'two-commands',
      'post-apix-why',
      'größe--maß',
    ])
  })

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
