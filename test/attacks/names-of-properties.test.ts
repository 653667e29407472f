import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

// Names that every object answers to: a table that is a plain object takes them for entries.
let folder: string
let svc: TestKernel

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-names-'))
  const app = join(folder, 'constructor')
  await cp(join(repositoryRoot, 'manifests/csv-profile'), app, { recursive: true })
  const manifest = JSON.parse(await readFile(join(app, 'manifest.json'), 'utf8')) as object
  await writeFile(join(app, 'manifest.json'), JSON.stringify({ ...manifest, name: 'constructor' }))
  svc = await startTestKernel({ manifests: folder })
})

afterAll(async () => {
  await svc.stop()
  await rm(folder, { recursive: true, force: true })
})

test('an agent app may be called constructor', async () => {
  const { status, body } = await svc.request('POST', '/api/agent-apps/constructor/run', {
    body: { inputs: { csv: 'a,b\n1,2\n' } },
  })
  expect([status, body.status]).toEqual([200, 'succeeded'])
})

test('a form field called constructor is no field of an import', async () => {
  const form = new FormData()
  form.set('file', new Blob(['a\n1\n']), 'a.csv')
  form.set('constructor', '1')
  const response = await fetch(`${svc.url}/api/data/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}` },
    body: form,
  })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('constructor')])
})

test('a file whose ending is constructor is text', async () => {
  const form = new FormData()
  form.set('file', new Blob(['some words']), 'a.constructor')
  const response = await fetch(`${svc.url}/api/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.key}` },
    body: form,
  })
  expect([response.status, await response.json()]).toEqual([
    201,
    expect.objectContaining({ content_type: expect.stringContaining('text/plain') as string }),
  ])
})

test('a choice of tools called constructor is refused as any other', async () => {
  const answers = await Promise.all(
    ['constructor', 'nothing'].map(type =>
      svc.request('POST', '/v1/messages', {
        body: {
          model: 'svc/offline',
          max_tokens: 5,
          messages: [{ role: 'user', content: 'hi' }],
          tool_choice: { type },
          tools: [{ name: 'x', input_schema: { type: 'object' } }],
        },
      }),
    ),
  )
  expect(answers[0]?.status).toBe(answers[1]?.status)
})
