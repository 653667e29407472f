import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { BootError } from '../../kernel/index.ts'
import { itOfOneServer as it } from '../rooms/first-of-two.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import { startTestFiles } from '../rooms/plugins/files.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeS3 } from '../support/servers/s3/fake-s3.ts'
import type { FakeS3 } from '../support/servers/s3/fake-s3.ts'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'

const refusalOf = async (env: Record<string, string>, home?: string): Promise<BootError> => {
  const started = await startTestFiles({ env, ...(home && { home }) }).catch((error: unknown) => error)
  const { cause } = started instanceof Error ? started : {}
  if (cause instanceof BootError) return cause
  throw new Error('The start was not refused.', { cause: started })
}

it('a place for contents that is none ends the start with 78 and the name of the setting', async () => {
  const s3 = await startFakeS3()
  const wrongKey = { SVC_CONTENT_ACCESS_KEY_ID: 'AKIDTEST', SVC_CONTENT_SECRET_ACCESS_KEY: 'not-the-secret' }
  try {
    const refusals = await Promise.all([
      refusalOf({ SVC_CONTENT_URL: 'https://example.com/bucket' }),
      refusalOf({ SVC_CONTENT_URL: 's3://bucket/prefix' }),
      refusalOf({ SVC_CONTENT_URL: s3.contentUrl(), ...wrongKey }),
      refusalOf({ SVC_CACHE_MB: 'much' }),
    ])
    expect(refusals.map(({ exitCode }) => exitCode)).toEqual([78, 78, 78, 78])
    const [url, keys, secret, cache] = refusals.map(({ message }) => message)
    expect(url).toContain('SVC_CONTENT_URL')
    expect(keys).toContain('SVC_CONTENT_ACCESS_KEY_ID')
    expect(secret).toContain('SVC_CONTENT_SECRET_ACCESS_KEY')
    expect(secret).not.toContain('not-the-secret')
    expect(cache).toContain('SVC_CACHE_MB')
  } finally {
    await s3.close()
  }
})

it('a folder for contents that is not there ends the first start, and later ones go on without it', async () => {
  const scratch = await scratchFolder()
  const [home, shared] = [join(scratch.path, 'home'), join(scratch.path, 'shared')]
  const env = { SVC_CONTENT_URL: pathToFileURL(shared).href }
  try {
    expect(await refusalOf(env, home)).toMatchObject({
      exitCode: 78,
      message: expect.stringContaining(`The folder ${shared} of SVC_CONTENT_URL is not there. Mount it, or make it`),
    })
    await mkdir(shared)
    const first = await startTestFiles({ env, home })
    expect((await first.put('a.txt', 'a content')).status).toBe(201)
    await first.svc.stop()
    await rm(shared, { recursive: true })
    const later = await startTestFiles({ env, home })
    expect((await later.put('b.txt', 'another')).status).toBe(503)
    expect(await readdir(scratch.path)).toEqual(['home'])
    await later.svc.stop()
  } finally {
    await scratch.remove()
  }
})

const settingsOf = (s3: FakeS3) => ({
  SVC_CONTENT_URL: s3.contentUrl('svc'),
  SVC_CONTENT_ACCESS_KEY_ID: s3.account.accessKeyId,
  SVC_CONTENT_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
})
const away = { status: 503, code: 'ServiceUnavailable' }

it('files lie in the bucket; one that is away is a 503; a backup holds them and needs no bucket', async () => {
  const s3 = await startFakeS3()
  const scratch = await scratchFolder()
  const [archive, home] = [join(scratch.path, 'backup.tar.gz'), join(scratch.path, 'restored')]
  const plugins = ['backup', 'developer', 'files']
  const files = await startTestFiles({
    plugins,
    env: settingsOf(s3),
  })
  try {
    expect((await files.put('a.txt', 'a content')).status).toBe(201)
    expect(await files.stored()).toEqual([])
    const part = await files.call('/content/a.txt', { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, 'con'])
    s3.fail({ method: 'PUT', as: away, times: 4 })
    const refused = await files.put('b.txt', 'another')
    expect([refused.status, (await refused.json()) as unknown]).toMatchObject([503, { code: 'unavailable' }])
    expect((await files.call('/content/b.txt')).status).toBe(404)
    expect((await files.put('b.txt', 'another')).status).toBe(201)
    expect(await downloadBackup(files.svc, { path: archive, scope: 'home' })).toMatchObject({ status: 200 })
    await restoreTestArchive(archive, home)
    const restored = await startTestFiles({ plugins, home })
    try {
      expect(await (await restored.call('/content/b.txt')).text()).toBe('another')
    } finally {
      await restored.svc.stop()
    }
  } finally {
    await files.svc.stop()
    await s3.close()
    await scratch.remove()
  }
})

it('a place that holds contents is missed when it is taken away or changed, until they were copied', async () => {
  const s3 = await startFakeS3()
  const { path: home, remove } = await scratchFolder()
  const start = (env: Record<string, string> = {}) => startTestFiles({ home, env })
  const elsewhere = { ...settingsOf(s3), SVC_CONTENT_URL: s3.contentUrl('elsewhere') }
  try {
    const unused = await start(settingsOf(s3))
    await unused.svc.stop()
    // Nothing was kept there.
    const files = await start(elsewhere)
    expect((await files.put('a.txt', 'a content')).status).toBe(201)
    await files.svc.stop()
    const refusals = [await refusalOf({}, home), await refusalOf(settingsOf(s3), home)]
    expect(refusals.map(({ exitCode }) => exitCode)).toEqual([78, 78])
    for (const { message } of refusals) {
      expect(message).toContain('SVC_CONTENT_URL')
      expect(message).toMatch(/lie in the bucket bucket at .*, below elsewhere/)
    }
    for (const [key, { path }] of s3.bucket.objects) {
      const name = key.replace('elsewhere/w/', '')
      await mkdir(dirname(join(home, 'workspaces', name)), { recursive: true })
      await copyFile(path, join(home, 'workspaces', name))
    }
    for (let round = 0; round < 2; round += 1) {
      const alone = await start()
      expect(await (await alone.call('/content/a.txt')).text()).toBe('a content')
      await alone.svc.stop()
    }
  } finally {
    await s3.close()
    await remove()
  }
})

it('tables lie in the bucket and are read through the cache; the home has those from before; a backup holds all', async () => {
  const s3 = await startFakeS3()
  const scratch = await scratchFolder()
  const [home, archive, restored] = ['home', 'backup.tar.gz', 'restored'].map(name => join(scratch.path, name)) as [
    string,
    string,
    string,
  ]
  const start = (at: string, env: Record<string, string> = {}) =>
    startTestKernel({ plugins: ['backup', 'data', 'developer'], home: at, env })
  const importing = async (svc: TestKernel, name: string) =>
    svc.request('POST', '/api/data/import', { body: { name, content: 'n\n20\n22\n' } })
  const sums = (svc: TestKernel, ...tables: string[]) => {
    const sql = tables.map(table => `select sum(n)::int as n from ${table}`).join(' union all ')
    return svc.request('POST', '/api/data/query', { body: { sql } })
  }
  const tablesIn = async (at: string) =>
    (await readdir(join(at, 'data_plane'), { recursive: true })).filter(name => name.endsWith('.parquet'))
  const objects = () => s3.requests.filter(line => /^(?:GET|PUT) \/bucket\/svc\/data_plane\//.test(line)).length
  try {
    const before = await start(home)
    expect((await importing(before, 'before')).status).toBe(201)
    await before.stop()
    const svc = await start(home, settingsOf(s3))
    try {
      s3.fail({ method: 'PUT', in: 'data_plane', as: away, times: 4 })
      const refused = await importing(svc, 'fresh')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      const fresh = await importing(svc, 'fresh')
      expect(fresh.status).toBe(201)
      expect(await tablesIn(home)).toHaveLength(1)
      const answer = await sums(svc, 'fresh', 'before', '"fresh@1"')
      expect(answer.body).toMatchObject({ rows: [[42], [42], [42]] })
      // Once at rest, and once out.
      expect([objects(), await tablesIn(home)]).toEqual([4 + 1 + 1, [expect.stringContaining('/1-')]])
      s3.fail({ method: 'GET', in: 'data_plane', as: away, times: 4 })
      const id = fresh.body.dataset_id as string
      expect((await svc.request('GET', `/api/data/datasets/${id}/preview`)).body.rows).toEqual([[20], [22]])
      await rm(join(home, 'content-cache.tmp'), { recursive: true })
      const uncached = await sums(svc, 'fresh')
      expect([uncached.status, uncached.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(await downloadBackup(svc, { path: archive, scope: 'home' })).toMatchObject({ status: 200 })
      const gone = await svc.request('DELETE', `/api/data/datasets/${id}`, { body: { confirm: 'fresh' } })
      expect([gone.status, [...s3.bucket.objects.keys()].filter(key => key.includes('data_plane'))]).toEqual([204, []])
    } finally {
      await svc.stop()
    }
    await restoreTestArchive(archive, restored)
    const alone = await start(restored)
    expect((await sums(alone, 'fresh', 'before')).body.rows).toEqual([[42], [42]])
    await alone.stop()
  } finally {
    await s3.close()
    await scratch.remove()
  }
}, 180_000)
