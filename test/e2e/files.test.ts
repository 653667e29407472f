import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFiles } from '../rooms/plugins/files.ts'
import type { StoredFile, TestFiles } from '../rooms/plugins/files.ts'
import { downloadBackup, scratchFolder } from '../support/storage/home-copies.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { restoreTestArchive } from '../rooms/offline-homes.ts'
import { ManifestsFolder } from './agent-apps-support.ts'

const plugins = ['admin', 'agent-apps', 'backup', 'data', 'developer', 'files', 'memory', 'models', 'sandbox', 'tools']
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let apps: ManifestsFolder
let files: TestFiles

beforeAll(async () => {
  scratch = await scratchFolder()
  apps = await ManifestsFolder.create()
  files = testFiles(await startTestKernel({ plugins, manifests: apps.path }))
})
afterAll(async () => {
  await files?.svc.stop()
  await apps?.delete()
  await scratch?.remove()
})

const api = (method: string, path: string, body?: object) =>
  files.svc.request(method, path, body === undefined ? {} : { body: body as never })

describe('a file', () => {
  it('is remembered in the background, and found by what it says', async () => {
    const text = '# Harbour\n\nThe lighthouse keeper paints the tower in March.\n'
    const { file_id } = await files.json(files.put('notes/harbour.md', text))
    const asked = await files.send('POST', `/${file_id}/remember`, { tags: ['sea'] })
    const { job_id } = (await asked.json()) as { job_id: string }
    await expect
      .poll(async () => (await api('GET', `/api/jobs/${job_id}`)).body, { timeout: 20_000 })
      .toMatchObject({ state: 'succeeded' })
    const job = (await api('GET', `/api/jobs/${job_id}`)).body as { result: { document_id: string } }
    const search = await api('POST', '/api/memory/search', { query: 'lighthouse keeper', mode: 'keyword' })
    const [found] = (search.body as { results: Record<string, unknown>[] }).results
    expect([asked.status, found]).toMatchObject([
      202,
      {
        id: job.result.document_id,
        source: 'notes/harbour.md',
        tags: ['sea'],
        provenance: { via: 'file', file_id, file_name: 'harbour.md', job_id },
      },
    ])
  }, 30_000)

  it('is remembered by a job for each that asks for it otherwise', async () => {
    const { file_id } = await files.json(files.put('notes/pier.md', '# Pier'))
    const ask = async (tags: string[]) => (await files.send('POST', `/${file_id}/remember`, { tags })).json()
    const [mine, other] = (await Promise.all([ask(['sea']), ask(['land'])])) as { job_id: string }[]
    expect(other?.job_id).not.toBe(mine?.job_id)
  })

  it('is listed, read and written by tools', async () => {
    for (const name of ['files_list', 'files_read', 'files_write'])
      await files.svc.request('PUT', `/api/tools/${name}/grant`, { as: 'owner', body: { grant: 'allow' } })
    const call = async (name: string, args: object) =>
      (await api('POST', `/api/tools/${name}/call`, { arguments: args })).body
    const written = await call('files_write', { path: 'tools/a.md', text: 'Grüße, Welt' })
    const read = await call('files_read', { path: 'tools/a.md', offset: 2, length: 4 })
    const page = await files.json(
      files.put('tools/page.html', '<html><body><h1>Title</h1><script>no()</script><p>Words</p>'),
    )
    const html = await call('files_read', { file_id: page.file_id })
    const bytes = await files.json(files.put('tools/b.bin', Buffer.from([0, 1, 2])))
    const none = await call('files_read', { file_id: bytes.file_id })
    const listed = await call('files_list', { folder: 'tools' })
    expect(written).toMatchObject({ result: { path: 'tools/a.md', version: 1 } })
    expect(read).toMatchObject({ result: { text: 'üße,', offset: 2, next_offset: 6, characters: 11 } })
    expect(html).toMatchObject({ result: { text: expect.stringMatching(/Title[^]*Words/) as string } })
    expect(JSON.stringify(html)).not.toContain('no()')
    expect(none).toMatchObject({ status: 422, detail: expect.stringContaining('no text') as string })
    expect((listed as { result: { files: StoredFile[] } }).result.files.map(({ name }) => name)).toEqual([
      'a.md',
      'b.bin',
      'page.html',
    ])
  }, 30_000)

  it('is written and read by an agent app, as far as its manifest allows', async () => {
    const body = `
      const made = await ctx.client.request('POST', '/api/files/text', { path: 'app/out.json', text: '{"a":' })
      const text = await ctx.client.request('GET', '/api/files/' + made.file_id + '/content')
      return { text, version: made.version }`
    const read = `return await ctx.client.request('POST', '/api/files/text', { path: 'app/no.txt', text: 'x' })`
    const large = `return await ctx.client.request('GET', '/api/files/content/app/large.bin')`
    await files.put('app/large.bin', 'x'.repeat(4 * 1024 * 1024 + 1))
    await apps.drop('writes', body, { permissions: { files: 'write' } })
    await apps.drop('reads', read, { permissions: { files: 'read' } })
    await apps.drop('large', large, { permissions: { files: 'read' } })
    const run = async (name: string) => {
      await expect.poll(async () => (await api('GET', `/api/agent-apps/${name}`)).status, { timeout: 10_000 }).toBe(200)
      return (await api('POST', `/api/agent-apps/${name}/run`, { inputs: {} })).body as Record<string, unknown>
    }
    expect(await run('writes')).toMatchObject({ output: { text: '{"a":', version: 1 } })
    expect(await run('reads')).toMatchObject({ error: { code: 'forbidden' } })
    expect(await run('large')).toMatchObject({ error: { code: 'payload_too_large' } })
  }, 60_000)
})

describe('svc files', () => {
  const svc = (...args: string[]) =>
    runSvcHere(['files', ...args], {
      cwd: scratch.path,
      env: { SVC_BASE_URL: files.svc.url, SVC_API_KEY: files.svc.key, SVC_HOME: join(scratch.path, 'none') },
    })

  it('uploads, lists, downloads, deletes and restores', async () => {
    const content = Buffer.from([0, 255, 10, 13, 128])
    await writeFile(join(scratch.path, 'a b.bin'), content)
    const uploaded = await svc('upload', 'a b.bin', 'cli/', '--json')
    const file = JSON.parse(uploaded.stdout) as StoredFile
    const again = await svc('upload', 'a b.bin', 'cli/', '--new')
    const listed = await svc('list', 'cli')
    const downloaded = await svc('download', 'cli/a b.bin', 'copy.bin')
    const twice = await svc('download', file.file_id, 'copy.bin')
    const deleted = await svc('delete', 'cli/a b.bin')
    const gone = await svc('download', 'cli/a b.bin')
    const restored = await svc('restore', file.file_id)
    expect(file).toMatchObject({ path: 'cli/a b.bin', size: 5, version: 1 })
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is such a file')])
    expect(listed.stdout).toBe('5  cli/a b.bin\n')
    expect([downloaded.code, await readFile(join(scratch.path, 'copy.bin'))]).toEqual([0, content])
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('--force')])
    expect([deleted.code, gone.code, restored.code, restored.stdout]).toEqual([0, 1, 0, 'cli/a b.bin\n'])
  }, 60_000)
})

it('a backup holds the files, and a home that is restored from it serves them', async () => {
  const kept = await files.json(files.put('backup/a.txt', 'one'))
  await files.json(files.put('backup/a.txt', 'two'))
  const archive = join(scratch.path, 'backup.tar.gz')
  await downloadBackup(files.svc, { path: archive, scope: 'home' })
  const home = join(scratch.path, 'restored')
  await restoreTestArchive(archive, home)
  const other = await startTestKernel({ plugins: ['developer', 'files'], home })
  try {
    const restored = testFiles({ ...other, key: files.svc.key })
    const contents = ['', '?version=1'].map(async query =>
      (await restored.call(`/${kept.file_id}/content${query}`)).text(),
    )
    expect(await Promise.all(contents)).toEqual(['two', 'one'])
  } finally {
    await other.stop()
  }
})
