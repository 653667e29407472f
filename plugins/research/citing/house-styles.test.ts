import { expect, it } from 'vitest'
import type { CslItem } from '../sources/csl-item.ts'
import { entryMarkdown, entryText } from './entry-markup.ts'
import { chicagoAuthorDate } from './house/chicago-author-date.ts'
import { ieee } from './house/ieee.ts'
import { mla } from './house/mla.ts'
import { cite } from './processor.ts'
import { styleFacts } from './style-xml.ts'

const items: ({ id: string } & CslItem)[] = [
  {
    id: 'article',
    type: 'article-journal',
    title: 'Naps and recall',
    author: [
      { family: 'Lovelace', given: 'Ada' },
      { family: 'Roe', given: 'Jo' },
    ],
    'container-title': 'Journal of Sleep',
    issued: { 'date-parts': [[2024, 5]] },
    volume: '3',
    issue: '2',
    page: '1-9',
  },
  {
    id: 'book',
    type: 'book',
    title: 'A long sleep',
    author: [{ family: 'Doe', given: 'Jane' }],
    publisher: 'WHO',
    'publisher-place': 'Geneva',
    issued: { 'date-parts': [[2020]] },
  },
]
const clusters = [
  { items: [{ id: 'article', locator: '12', label: 'page' }] },
  { items: [{ id: 'book' }] },
  { items: [{ id: 'article' }], inText: true },
]

it.each([
  [
    chicagoAuthorDate,
    ['(Lovelace and Roe 2024, 12)', '(Doe 2020)', 'Lovelace and Roe (2024)'],
    [
      'Doe, Jane. 2020. *A Long Sleep*. Geneva: WHO.',
      'Lovelace, Ada, and Jo Roe. 2024. “Naps and Recall.” *Journal of Sleep* 3 (2): 1–9.',
    ],
  ],
  [
    ieee,
    ['[1, p. 12]', '[2]', 'Lovelace et al. [1]'],
    [
      '\\[1\\] A. Lovelace and J. Roe, “Naps and recall,” *Journal of Sleep*, vol. 3, no. 2, pp. 1–9, May 2024.',
      '\\[2\\] J. Doe, *A Long Sleep*. Geneva: WHO, 2020.',
    ],
  ],
  [
    mla,
    ['(Lovelace and Roe 12)', '(Doe)', 'Lovelace and Roe'],
    [
      'Doe, Jane. *A Long Sleep*. WHO, 2020.',
      'Lovelace, Ada, and Jo Roe. “Naps and Recall.” *Journal of Sleep*, vol. 3, no. 2, May 2024, pp. 1–9.',
    ],
  ],
])('$name writes citations and a bibliography as its handbook asks', (style, citations, entries) => {
  const cited = cite({ style, locale: 'en-US', items, clusters, uncited: [] })
  if (!('html' in cited)) throw new Error(JSON.stringify(cited))
  expect(cited.citations.map(entryText)).toEqual(citations)
  expect(cited.entries.map(entryMarkdown)).toEqual(entries)
})

it('refuses a style with a DTD, one that is none, and one that only names another', () => {
  const dependent =
    '<style xmlns="x"><info><title>D</title><link href="https://example.org/parent" rel="independent-parent"/></info></style>'
  const refused = (xml: string) => {
    try {
      return styleFacts(xml).title
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect([`<!DOCTYPE style>${ieee.xml}`, '<p>no</p>', dependent, ieee.xml].map(refused)).toEqual([
    'style_invalid',
    'style_invalid',
    'style_unknown',
    'IEEE (house style)',
  ])
})
