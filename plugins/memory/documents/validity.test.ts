import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { addTo, exportOf, findIn, sendForm, startTestMemory } from '../../../test/rooms/plugins/memory.ts'

let svc: TestKernel
beforeAll(async () => {
  ;({ svc } = await startTestMemory())
})
afterAll(() => svc?.stop())

const add = (body: JsonObject) => addTo(svc, body)

describe('a text whose validity is over', () => {
  const content = 'The office is closed on Fridays.'
  const over = { content, source: 'hr', valid_until: '2026-01-31T00:00:00Z' }

  it('is remembered again with another validity, from its source and from another one', async () => {
    const before = await add(over)
    const again = await add({ ...over, valid_until: '2999-12-31T00:00:00Z', tags: ['hours'] })
    expect([before.status, again.status, again.body.valid_until]).toEqual([201, 201, '2999-12-31T00:00:00.000Z'])
    expect(await findIn(svc, { query: 'office closed Fridays' })).toEqual([content])
    const words = 'The canteen is closed on Mondays.'
    const validities = ['2026-01-31T00:00:00Z', '2999-12-31T00:00:00Z', '2999-12-31T00:00:00Z']
    const statuses = []
    for (const [index, valid_until] of validities.entries())
      statuses.push((await add({ content: words, source: `letter ${index}`, valid_until })).status)
    expect(statuses).toEqual([201, 201, 422])
  })

  it('is known where the same validity is said again, so that an export comes back without doubles', async () => {
    const { body: text } = await exportOf(svc)
    const lines = text.trim().split('\n').length
    const back = await sendForm(svc, [['file', new File([text], 'memory.jsonl')]])
    expect([(await add(over)).status, back.body['documents'], back.body['duplicates']]).toEqual([200, 0, lines])
  })
})
