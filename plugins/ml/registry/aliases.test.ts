import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'

let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['data', 'developer', 'ml'] })
  const { run_id } = (await svc.request('POST', '/api/ml/runs', { body: {} })).body
  const headers = { authorization: `Bearer ${svc.key}` }
  await fetch(`${svc.url}/api/ml/runs/${run_id}/artifacts/model/m.txt`, { method: 'PUT', headers, body: 'm' })
  await svc.request('POST', '/api/ml/models', { body: { name: 'price' } })
  for (const path of ['model', 'model', 'model'])
    await svc.request('POST', '/api/ml/models/price/versions', { body: { run_id, path } })
})
afterAll(() => svc.stop())

const point = (alias: string, version: number) =>
  svc.request('PUT', `/api/ml/models/price/aliases/${alias}`, { body: { version } })
const changes = async (query = '') => (await svc.request('GET', `/api/ml/models/price/alias-changes${query}`)).body
const moves = (items: { alias: string; previous_version: number | null; version: number | null }[]) =>
  items.map(({ alias, previous_version, version }) => [alias, previous_version, version])

describe('the history of aliases', () => {
  it('says who moved one, when and from which version, also by the other face and when the version goes', async () => {
    const before = Date.now()
    await point('champion', 1)
    await point('champion', 1)
    await point('champion', 2)
    await point('challenger', 3)
    const fields = { name: 'price', alias: 'champion', version: '3' }
    const sent = await svc.request('POST', '/api/2.0/mlflow/registered-models/alias', { body: fields })
    expect(sent.status).toBe(200)
    await svc.request('DELETE', '/api/ml/models/price/aliases/challenger')
    await svc.request('DELETE', '/api/ml/models/price/versions/3')
    const { items, next_cursor } = await changes()
    expect([moves(items), next_cursor]).toEqual([
      [
        ['champion', 3, null],
        ['challenger', 3, null],
        ['champion', 2, 3],
        ['challenger', null, 3],
        ['champion', 1, 2],
        ['champion', null, 1],
      ],
      null,
    ])
    const me = (await svc.request('GET', '/api/auth/me')).body
    expect(new Set(items.map((each: { changed_by: { user_id: string } }) => each.changed_by.user_id))).toEqual(
      new Set([me.user.id]),
    )
    expect(Date.parse(items.at(-1).changed_at)).toBeGreaterThanOrEqual(before)
  })

  it('is read by pages, and of one alias alone', async () => {
    const first = await changes('?alias=champion&limit=3')
    const second = await changes(`?alias=champion&limit=3&cursor=${encodeURIComponent(first.next_cursor)}`)
    expect([moves(first.items), moves(second.items)]).toEqual([
      [
        ['champion', 3, null],
        ['champion', 2, 3],
        ['champion', 1, 2],
      ],
      [['champion', null, 1]],
    ])
  })

  it('goes with the model, and is of no model that is not there', async () => {
    expect((await svc.request('GET', '/api/ml/models/none/alias-changes')).status).toBe(404)
    expect((await svc.request('DELETE', '/api/ml/models/price')).status).toBe(204)
    await svc.request('POST', '/api/ml/models', { body: { name: 'price' } })
    expect((await changes()).items).toEqual([])
  })
})
