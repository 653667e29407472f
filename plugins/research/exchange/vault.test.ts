import { expect, it, vi } from 'vitest'
import type { BundledClaim } from './bundle.ts'
import { vaultFiles } from './vault.ts'

it('many claims that begin alike have names of their own, and nobody counts up for each', () => {
  const claim = (n: number): BundledClaim => ({
    ...{ claim_id: `clm_${n}`, text: 'We nap.', kind: 'finding', tags: [], evidence: [] },
  })
  const project = { title: 'T', question: null, description: null, tags: [], style: 'apa', locale: 'en-US' }
  const claims = [...Array.from({ length: 2000 }, (_, n) => claim(n)), { ...claim(2000), text: 'We nap 7' }]
  const looked = vi.spyOn(Set.prototype, 'has')
  const files = vaultFiles({
    bundle: { svc_research: 1, project, sources: [], claims, links: [], reports: [] },
    bibtex: '',
    graph: { nodes: [], edges: [] } as never,
  })
  const times = looked.mock.calls.length
  looked.mockRestore()
  const paths = files.map(({ path }) => path)
  expect([new Set(paths).size, times < 10_000]).toEqual([paths.length, true])
  expect(paths.slice(1, 4)).toEqual(['claims/We nap.md', 'claims/We nap 2.md', 'claims/We nap 3.md'])
})
