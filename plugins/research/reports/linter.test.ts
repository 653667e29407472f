import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
let p: string
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['developer', 'research'] })
  p = `/projects/${(await ask('/projects', { title: 'Naps' })).body.research_project_id as string}`
})
afterAll(() => svc?.stop())

const ask = (path: string, body: JsonValue) => svc.request('POST', `/api/research${path}`, { body })

it('of many unknown keys all are named, and the first fifty have the key that was probably meant', async () => {
  const csl = Array.from({ length: 60 }, (_, n) => ({
    ...{ type: 'book', title: `Work${n}`, issued: { 'date-parts': [[2000 + n]] } },
    author: [{ family: `Author${n}`, given: 'A' }],
  }))
  const { items } = (await ask(`${p}/sources`, { csl })).body as { items: { key: string }[] }
  const body = items.map(({ key }) => `It was so [@${key}x]; again [@${key}x].`).join('\n\n')
  const { report_id } = (await ask(`${p}/reports`, { title: 'R', body })).body
  const { errors } = (await ask(`${p}/reports/${report_id as string}/lint`, {})).body as {
    errors: { key: string; message: string }[]
  }
  const hinted = errors.filter(({ message }) => message.includes('Did you mean'))
  expect([errors.length, new Set(hinted.map(({ key }) => key)).size]).toEqual([120, 50])
  expect(hinted[0]!.message).toContain(`Did you mean "${items[0]!.key}"?`)
})

it('citations are counted, however many stand in one bracket', async () => {
  const keys = Array.from({ length: 5001 }, (_, n) => `@a${n}`)
  const refused = await ask(`${p}/reports`, { title: 'R', body: `So [${keys.join(';')}].` })
  expect(refused).toMatchObject({ status: 413, body: { detail: expect.stringContaining('5001 citations') } })
})
