import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const mark = 'CANARY7d41'
const key = `svc_${'0'.repeat(26)}_${mark.padEnd(43, 'x')}01234567`
const jwt = `eyJhbGciOiJIUzI1NiJ9.${mark}.${mark}`

describe('The log', () => {
  let svc: TestKernel
  let folder: string
  const lines: string[] = []
  const parsed = () => lines.map(line => JSON.parse(line) as Record<string, unknown>)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-log-'))
    await mkdir(join(folder, 'speaker'))
    await writeFile(
      join(folder, 'speaker/manifest.json'),
      JSON.stringify({
        manifest_version: '1',
        name: 'speaker',
        version: '1.0.0',
        description: 'Speaks',
        entry: { type: 'module', file: 'main.ts' },
        inputs: { type: 'object' },
        permissions: { datasets: 'read' },
        runners: ['api', 'job'],
      }),
    )
    await writeFile(
      join(folder, 'speaker/main.ts'),
      `import { defineAgentApp } from '@svc/sdk/agent-app'
export default defineAgentApp({ run: async ctx => (await ctx.client.request('GET', '/api/data/planes/status')) ? 'spoken' : '' })
`,
    )
    svc = await startTestKernel({
      manifests: folder,
      onLog: line => void lines.push(line),
      env: { SVC_MODEL_API_KEY: `configured-${mark}`, SVC_MODEL_BASE_URL: 'http://127.0.0.1:9/v1' },
    })
  })
  afterAll(async () => {
    await svc?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('shows no secret of a request: headers, cookies, bodies, paths, queries', async () => {
    const headers: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${Buffer.from(`ada:${mark}`).toString('base64')}` },
      { cookie: `svc_session=${jwt}` },
      { 'x-api-key': key },
    ]
    for (const given of headers) await svc.request('GET', '/api/auth/me', { as: 'none', headers: given })
    await svc.request('POST', '/api/auth/login', { as: 'none', body: { username: 'owner', password: mark } })
    await svc.request('POST', '/api/auth/login', { as: 'none', body: { username: 'owner', password: { wrong: mark } } })
    await svc.request('POST', '/api/auth/password', {
      as: 'owner',
      body: { current_password: mark, new_password: `${mark}${mark}` },
    })
    await svc.request('GET', `/api/nowhere/${key}?api_key=${key}&token=${jwt}`)
    await svc.request('POST', '/api/jobs', { body: { kind: 'x', payload: { password: mark }, surprise: mark } })
    await svc.request('POST', '/api/agent-apps/speaker/run', { body: { inputs: { secret: mark } } })

    // The lines are there: nothing is proved by silence.
    expect(parsed().filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(headers.length)
    expect(lines.filter(line => line.includes(mark))).toEqual([])
    expect(lines.filter(line => line.includes(Buffer.from(`ada:${mark}`).toString('base64')))).toEqual([])
  })

  it('shows no secret of a connection that fails', async () => {
    await svc.request('POST', '/api/agent-apps/speaker/run', { body: {} })
    await svc.request('GET', '/api/models')
    expect(lines.join('')).not.toContain(mark)
  })

  itOfOneServer('has one line for each request that ended, under the id that its answer carries', async () => {
    const answer = await svc.request('GET', '/api/auth/me')
    const id = answer.headers.get('x-request-id')
    await vi.waitFor(() =>
      expect(parsed().filter(line => line['request_id'] === id)).toMatchObject([
        {
          level: 20,
          component: 'http',
          method: 'GET',
          route: '/api/auth/me',
          status: 200,
          msg: 'GET /api/auth/me 200',
        },
      ]),
    )
  })

  it('names the job and the run of what is done for them, each time its own', async () => {
    const start = () =>
      svc.request<{ run_id: string; job_id: string }>('POST', '/api/agent-apps/speaker/run', {
        body: { runner: 'job' },
      })
    const asked = () => parsed().filter(line => line['route'] === '/api/data/planes/status' && 'job_id' in line)
    const started: { run_id: string; job_id: string }[] = []
    for (const count of [1, 2]) {
      started.push((await start()).body)
      await vi.waitFor(() => expect(asked()).toHaveLength(count), { timeout: 30_000 })
    }

    // The same process served both: what its pipe brings belongs to the run that is going on.
    expect(asked().map(({ run_id, job_id }) => ({ run_id, job_id }))).toEqual(
      started.map(({ run_id, job_id }) => ({ run_id, job_id })),
    )
    for (const line of asked()) expect(line['request_id']).toMatch(/^req_/)
  })
})
