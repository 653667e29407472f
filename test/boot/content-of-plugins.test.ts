import { expect } from 'vitest'
import { itOfOneServer as it } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { sendForm } from '../rooms/plugins/stats.ts'
import { startFakeS3 } from '../support/servers/s3/fake-s3.ts'

const away = { status: 503, code: 'ServiceUnavailable' }

const stateOf = async (svc: TestKernel, jobId: string) =>
  (await svc.request('GET', `/api/jobs/${jobId}`)).body.state as unknown

it('sources, exports, imports that wait and tables of statistics lie in the bucket, and reads of them are counted', async () => {
  const s3 = await startFakeS3()
  const svc = await startTestKernel({
    plugins: ['data', 'developer', 'export', 'memory', 'metrics', 'research', 'stats'],
    env: {
      SVC_CONTENT_URL: s3.contentUrl('svc'),
      SVC_CONTENT_ACCESS_KEY_ID: s3.account.accessKeyId,
      SVC_CONTENT_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
      SVC_METRICS_ENABLED: 'true',
      SVC_RATE_LIMIT_PER_MINUTE: '100000',
      SVC_STATS_SPARE_PROCESS: 'false',
    },
  })
  const headers = { authorization: `Bearer ${svc.key}` }
  const read = async (path: string) => {
    const answer = await fetch(svc.url + path, { headers })
    return [answer.status, await answer.text()]
  }
  const counted = async (): Promise<Record<string, number>> => {
    const [, text] = await read('/metrics')
    const lines = String(text).matchAll(/^svc_content_(\w+)_total(?:\{operation="(\w+)"\})? (\d+)$/gm)
    return Object.fromEntries([...lines].map(([, name, operation, n]) => [operation ?? name, Number(n)]))
  }
  const stored = (plugin: string): number =>
    s3.requests.filter(line => line.startsWith('PUT ') && line.includes(`/${plugin}/`) && line.endsWith(' 200')).length
  try {
    const { body: project } = await svc.request('POST', '/api/research/projects', { body: { title: 'Sleep' } })
    const sources = `/api/research/projects/${project.research_project_id}/sources`
    const added = await svc.request('POST', sources, { body: { text: 'A nap helps.', title: 'Naps' } })
    const source = `${sources}/${added.body.items[0].source_id}/content`
    expect([await read(source), await read(source)]).toEqual(Array(2).fill([200, 'A nap helps.']))
    expect(await counted()).toMatchObject({ cache_misses: 1, cache_hits: 1 })

    const order = { items: [{ type: 'markdown', content: '# Kept' }], format: 'md' }
    await svc.request('POST', '/api/export', { body: order })
    const waiting = { name: 'tide.txt', content: 'High tide at noon.', mode: 'job' }
    const { body: job } = await svc.request('POST', '/api/memory/import', { body: waiting })
    await expect.poll(() => stateOf(svc, job.job_id as string), { timeout: 60_000 }).toBe('succeeded')
    const table = await sendForm(svc, [
      ['name', 'Naps'],
      ['file', new File(['n\n20\n22\n'], 'naps.csv', { type: 'text/csv' })],
    ])
    const described = await svc.request('POST', '/api/data/query', {
      body: { sql: `select sum(n)::int as n from ${table.body['table'] as string}` },
    })
    expect([table.status, described.body.rows]).toEqual([201, [[42]]])
    expect(['research', 'export', 'memory', 'data_plane'].map(stored)).toEqual([1, 1, 1, 1])
    expect([...s3.bucket.objects.keys()].filter(key => key.includes('/memory/'))).toEqual([])

    const second = await svc.request('POST', sources, { body: { text: 'Coffee helps too.', title: 'Coffee' } })
    const uncached = `${sources}/${second.body.items[0].source_id}/content`
    const before = await counted()
    s3.fail({ method: 'GET', in: '/research/', as: away, times: 4 })
    expect((await read(uncached))[0]).toBe(503)
    expect(await counted()).toEqual({ ...before, cache_misses: before['cache_misses']! + 1, read: 1 })
    expect((await read(uncached))[0]).toBe(200)
    s3.fail({ method: 'PUT', in: '/research/', as: away, times: 4 })
    const refused = await svc.request('POST', sources, { body: { text: 'Another one.', title: 'Others' } })
    expect([refused.status, (await counted())['store']]).toEqual([503, 1])
  } finally {
    await svc.stop()
    await s3.close()
  }
}, 180_000)
