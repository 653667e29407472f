import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BootError } from '../../kernel/index.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import { startTestFiles } from '../rooms/plugins/files.ts'
import { startFakeS3 } from '../support/servers/s3/fake-s3.ts'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'

const refusalOf = async (env: Record<string, string>): Promise<BootError> => {
  const started = await startTestFiles({ env }).catch((error: unknown) => error)
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

it('files lie in the bucket; one that is away is a 503; a backup holds them and needs no bucket', async () => {
  const s3 = await startFakeS3()
  const scratch = await scratchFolder()
  const [archive, home] = [join(scratch.path, 'backup.tar.gz'), join(scratch.path, 'restored')]
  const plugins = ['backup', 'developer', 'files']
  const files = await startTestFiles({
    plugins,
    env: {
      SVC_CONTENT_URL: s3.contentUrl('svc'),
      SVC_CONTENT_ACCESS_KEY_ID: s3.account.accessKeyId,
      SVC_CONTENT_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
    },
  })
  try {
    expect((await files.put('a.txt', 'a content')).status).toBe(201)
    expect(await files.stored()).toEqual([])
    const part = await files.call('/content/a.txt', { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text()]).toEqual([206, 'con'])
    s3.fail({ method: 'PUT', as: { status: 503, code: 'ServiceUnavailable' }, times: 4 })
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
