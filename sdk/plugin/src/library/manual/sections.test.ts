import { expect, it } from 'vitest'
import { lineFor } from './manual-search.ts'
import { anchorOf, sectionsOf } from './sections.ts'

it('a page is cut at its headings, and not within code', () => {
  const page =
    '# Jobs\n\nWhat they are.\n\n## A `worker`\n\n```sh\n# no heading\n```\n\n### Its lease\n\nEnds.\n\n## Limits\n\nTwo.\n'
  expect(sectionsOf('jobs', page)).toEqual([
    { page: 'jobs', title: 'Jobs', headings: [], anchor: '', address: '/docs/jobs', text: 'What they are.' },
    {
      page: 'jobs',
      title: 'Jobs',
      headings: ['A worker'],
      anchor: 'a-worker',
      address: '/docs/jobs#a-worker',
      text: '```sh\n# no heading\n```',
    },
    {
      page: 'jobs',
      title: 'Jobs',
      headings: ['A worker', 'Its lease'],
      anchor: 'its-lease',
      address: '/docs/jobs#its-lease',
      text: 'Ends.',
    },
    { page: 'jobs', title: 'Jobs', headings: ['Limits'], anchor: 'limits', address: '/docs/jobs#limits', text: 'Two.' },
  ])
})

it('a heading has its place in the address, as GitHub makes it', () => {
  expect(['Two commands', '`POST /api/x`: why?', 'Größe & Maß'].map(anchorOf)).toEqual([
    'two-commands',
    'post-apix-why',
    'größe--maß',
  ])
})

it('of a section that was found the line with most of the words is shown, without its marks', () => {
  const [section] = sectionsOf('jobs', '# Jobs\n\nAll of it.\n\n| `dead` | a [worker](workers.md) gave up |\n')
  expect(section && lineFor(section, 'dead workers')).toBe('dead  a worker gave up')
})
