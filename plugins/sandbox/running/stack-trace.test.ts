import { describe, expect, it } from 'vitest'
import { mapStack } from './stack-trace.ts'

// Line 2, column 1 of the bundle is main.ts:3:5; line 3 is the SDK's.
const bundle = {
  hash: 'h',
  code: '',
  source_map: JSON.stringify({
    version: 3,
    names: [],
    sources: ['main.ts', '@svc/sdk/agent-app/index.ts'],
    mappings: ';AAEI;ACFJ',
  }),
}
const map = (stack: string): string => mapStack({ name: 'TypeError', message: 'no', stack }, bundle)

describe('mapStack', () => {
  it('names the author’s lines, with and without a function, awaits included', () => {
    const stack = 'TypeError: no\n    at load (svc:app:2:1)\n    at async Object.run (svc:app:2:1)\n    at svc:app:2:1'
    expect(map(stack)).toBe(
      'TypeError: no\n    at load (main.ts:3:5)\n    at async Object.run (main.ts:3:5)\n    at main.ts:3:5',
    )
  })

  it('leaves out every frame that is not the author’s', () => {
    const stack =
      'x\n    at start (svc:prelude:1:1)\n    at helper (svc:app:3:1)\n    at a (/etc/passwd:2:1)\n    at svc:app:0:0\n    at svc:app:999999999:1'
    expect(map(stack)).toBe('TypeError: no')
  })

  it('lets no name through that is more than a name', () => {
    expect(map('    at <script>evil()</script> (svc:app:2:1)')).toBe('TypeError: no\n    at main.ts:3:5')
    expect(map(`    at ${'x'.repeat(100_000)} (svc:app:2:1)`)).toBe('TypeError: no')
  })
})
