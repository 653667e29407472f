import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import type { CiteTask } from './cite-task.ts'
import { chicagoAuthorDate } from './house/chicago-author-date.ts'
import { ieee } from './house/ieee.ts'
import { mla } from './house/mla.ts'
import { cite } from './processor.ts'

const packaged = createRequire(import.meta.url)('@citation-js/plugin-csl/lib-mjs/styles.json') as Record<string, string>
const styles = [...Object.entries(packaged).map(([name, xml]) => ({ name, xml })), chicagoAuthorDate, ieee, mla]
let fresh = 0

const work = (id: string, family: string, year: number, title = `Of ${id}`): CiteTask['items'][number] => ({
  ...{ id, type: 'book', title, author: [{ family, given: 'Jo' }] },
  issued: { 'date-parts': [[year]] },
})
const task = (style: CiteTask['style'], items: CiteTask['items'], cited = items): CiteTask => ({
  ...{ style, locale: 'en-US', items, uncited: items.map(({ id }) => id) },
  clusters: cited.map(({ id }) => ({ items: [{ id }] })),
})
/** By an engine that has cited nothing before. */
const alone = (each: CiteTask) => cite({ ...each, style: { ...each.style, name: `fresh-${(fresh += 1)}` } })

it.each(styles)('$name: a task leaves nothing behind for the next one', style => {
  const ours = [work('a1', 'Smith', 2020), work('a2', 'Smith', 2020), work('a3', 'Doe', 2001)]
  const tasks = [
    task(style, ours, []),
    task(style, [work('b1', 'Roe', 1999), work('b2', 'Smith', 2020)]),
    task(style, ours),
    // The same ids again, corrected.
    task(style, [work('a1', 'Jones', 2019), work('a2', 'Smith', 2020), work('a3', 'Able', 2001)]),
  ]
  expect(tasks.map(cite)).toEqual(tasks.map(alone))
})

it('a task that fails leaves nothing behind either', () => {
  const sound = task(ieee, [work('b1', 'Roe', 1999)])
  cite(sound)
  expect(() => cite({ ...sound, clusters: [{ items: [{ id: 'nothing' }] }] })).toThrow()
  expect(cite(sound)).toEqual(alone(sound))
})
