import { globSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import { datasetExport } from './dataset-export.ts'

it('an export that fails after its files were written leaves none', async () => {
  const svc = await startTestKernel({ plugins: ['data', 'export'] })
  try {
    const { body: made } = await svc.request('POST', '/api/data/import', {
      body: { name: 'One', content: 'a,b\n1,2\n' },
    })
    expect(made.dataset_id, JSON.stringify(made)).toBeTypeOf('string')
    const items = ['ds_01jd5z8k9m2n3p4q5r6s7t8v9w', made.dataset_id].map(id => ({ type: 'dataset', id }))
    const refused = await svc.request('POST', '/api/export', { body: { items, format: 'zip' } })
    expect(refused).toMatchObject({ status: 404 })
    await vi.waitFor(() => expect(globSync('data_plane/*/staging/*', { cwd: svc.home })).toEqual([]))
  } finally {
    await svc.stop()
  }
})

it('a file that was written is discarded when the next one cannot be', async () => {
  const discard = vi.fn(async () => undefined)
  const write = vi.fn(async (_workspaceId: string, _source: object, format: string) => {
    if (format === 'parquet') throw new Error('the disk is full')
    return { name: 'data.csv', table: { discard } }
  })
  const preview = async () => ({ rows: '[]', columns: [], total: 0 })
  const options = {
    datasets: { get: () => ({ dataset_id: 'ds_1', version: 1 }) },
    reader: { preview },
    exports: { write },
  }
  const source = datasetExport({ ...options, timeoutMs: 1000 } as never)
  const reading = { principal: { workspace_id: 'ws_1' }, rows: 1, wantsAttachments: true }
  await expect(source.read({ type: 'dataset', id: 'ds_1' }, reading as never)).rejects.toThrow('the disk is full')
  expect(discard).toHaveBeenCalledOnce()
})
