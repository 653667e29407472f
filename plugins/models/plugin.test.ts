import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../test/support/servers/fake-model-server.ts'
import { itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let server: FakeModelServer
let svc: TestKernel | undefined

beforeAll(async () => {
  server = await startFakeModelServer()
})
afterEach(async () => {
  await svc?.stop()
  svc = undefined
})
afterAll(() => server.close())

const factOf = (kernel: TestKernel) => kernel.report.facts.find(fact => fact.label === 'model')?.value

describe('the models plugin', () => {
  it('says in the banner that no model is connected, and how to connect one', async () => {
    svc = await startTestKernel({ plugins: ['models'] })
    expect(factOf(svc)).toBe('svc/offline (no model connected: set SVC_MODEL_BASE_URL, or see docs/models.md)')
  })

  it('says in the banner which model it talks to, and never the key', async () => {
    svc = await startTestKernel({
      plugins: ['models'],
      env: { SVC_MODEL_BASE_URL: server.baseUrl, SVC_MODEL_API_KEY: 'sk-secret', SVC_MODEL_NAME: 'fake-model' },
    })
    expect(factOf(svc)).toBe(`fake-model at ${new URL(server.baseUrl).host}`)
    expect(JSON.stringify(svc.report)).not.toContain('sk-secret')
  })

  it('asks no one at start', async () => {
    svc = await startTestKernel({ plugins: ['models'], env: { SVC_MODEL_BASE_URL: server.baseUrl } })
    expect(server.requests).toEqual([])
  })

  it.each([
    'localhost:11434',
    'ftp://models.test/v1',
    'http://user:pass@models.test/v1',
    'http://models.test/v1?key=1',
  ])('refuses %s as a base URL', async base => {
    await expect(startTestKernel({ plugins: ['models'], env: { SVC_MODEL_BASE_URL: base } })).rejects.toThrow(
      'SVC_MODEL_BASE_URL',
    )
  })

  itOfOneServer('warns of a key that has no server', async () => {
    const lines: string[] = []
    svc = await startTestKernel({
      plugins: ['models'],
      env: { SVC_MODEL_API_KEY: 'sk-secret' },
      onLog: line => lines.push(line),
    })
    expect(lines.filter(line => line.includes('SVC_MODEL_BASE_URL'))).toHaveLength(1)
    expect(lines.join()).not.toContain('sk-secret')
  })
})
