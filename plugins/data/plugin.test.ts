import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let kernel: TestKernel
beforeAll(async () => {
  kernel = await startTestKernel({ plugins: ['data', 'developer'] })
})
afterAll(() => kernel.stop())

describe('GET /api/data/planes/status', () => {
  itOfOneServer('says how each of the four planes is', async () => {
    const { status, body } = await kernel.request('GET', '/api/data/planes/status')
    expect([status, body]).toEqual([
      200,
      {
        planes: {
          control: {
            driver: 'registry',
            healthy: true,
            location: `${kernel.home}/control_plane/registry.json`,
            version: 'format 2',
            detail: expect.stringMatching(/^\d+ records, all on the disk$/) as string,
          },
          data: {
            driver: 'sqlite',
            healthy: true,
            location: `${kernel.home}/workspaces`,
            version: expect.stringMatching(/^3\.\d+\.\d+$/) as string,
            detail: expect.stringContaining('the folder is writable') as string,
          },
          analytics: {
            driver: 'duckdb',
            healthy: true,
            location: `${kernel.home}/data_plane`,
            version: null,
            detail: 'not in use yet',
          },
          memory: {
            driver: 'sqlite',
            healthy: true,
            location: `${kernel.home}/workspaces`,
            version: expect.stringMatching(/^3\.\d+\.\d+$/) as string,
            detail: expect.stringContaining('words (FTS5) and vectors') as string,
          },
        },
      },
    ])
  })

  it('asks for the scope data:read', async () => {
    const made = await kernel.request<{ key: string }>('POST', '/api/developer/keys', {
      body: { name: 'narrow', scopes: ['tools:read'] },
    })
    const headers = { authorization: `Bearer ${made.body.key}` }
    const { status, body } = await kernel.request('GET', '/api/data/planes/status', { as: 'none', headers })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    const nobody = await kernel.request('GET', '/api/data/planes/status', { as: 'none' })
    expect(nobody.status).toBe(401)
  })
})
