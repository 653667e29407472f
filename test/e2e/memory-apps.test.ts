import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManifestsFolder, startWithApps } from './agent-apps-support.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let apps: ManifestsFolder
let svc: TestKernel
beforeAll(async () => {
  apps = await ManifestsFolder.create()
  const body = `const memory = ctx.client.memory
    const made = await memory.add('The lift stops at floor nine.', { tags: ['lift'] })
    const changed = await memory.update(made.id, { content: 'The lift stops at floor ten.' })
    const { results } = await memory.search('lift floor', { mode: 'keyword', top_k: 1 })
    const { items } = await memory.list({ tag: 'lift', limit: 5 })
    const file = await memory.import({ name: 'a/b.md', content: '# Stairs\\\\n\\\\nThe stairs are closed.' })
    const echo = await memory.add('the lift stops at floor ten!', { source: 'again' }).catch(error => error.code)
    const whole = await memory.get(made.id)
    await memory.delete(made.id)
    const gone = await memory.get(made.id).catch(error => error.code)
    return { changed: changed.version, found: results[0].content, listed: items.length, stairs: file.documents, echo, from: whole.provenance, gone }`
  await apps.drop('keeper', body, { permissions: { memory: 'write' } })
  const refused = (call: string) => `return ctx.client.memory.${call}.then(() => 'allowed', error => error.code)`
  await apps.drop('reader', refused("add('The roof is flat.')"), { permissions: { memory: 'read' } })
  await apps.drop('finder', refused("search('roof')"), { permissions: { memory: 'read' } })
  await apps.drop('stranger', refused("search('roof')"))
  svc = await startWithApps(apps, {
    plugins: ['agent-apps', 'sandbox', 'developer', 'memory'],
    env: { SVC_MEMORY_MAX_DOCUMENTS: '2' },
  })
})
afterAll(async () => {
  await svc?.stop()
  await apps?.delete()
})

const run = async (name: string) => (await svc.request('POST', `/api/agent-apps/${name}/run`, { body: {} })).body

it('an app keeps, finds and forgets within its manifest, and its name and run stand with what it keeps', async () => {
  const { output, run_id, error } = await run('keeper')
  expect(error).toBe(null)
  expect(output).toEqual({
    changed: 2,
    found: 'The lift stops at floor ten.',
    listed: 1,
    stairs: 1,
    echo: 'memory_restates',
    from: expect.objectContaining({ via: 'app', app: 'keeper', run_id, username: 'owner' }),
    gone: 'not_found',
  })
  expect([(await run('reader')).output, (await run('finder')).output, (await run('stranger')).output]).toEqual([
    'forbidden',
    'allowed',
    'forbidden',
  ])
})

it('a workspace has as many documents as it may, and no more', async () => {
  const add = (content: string) => svc.request('POST', '/api/memory', { body: { content } })
  const answers = [await add('The cellar is dry.'), await add('The attic is damp.'), await add('the cellar is DRY.')]
  expect(answers.map(({ status, body }) => [status, body.code ?? body.duplicate])).toEqual([
    [201, undefined],
    [422, 'memory_full'],
    [200, true],
  ])
  expect(answers[1]?.body.detail).toContain('has 2 documents')
  await svc.request('DELETE', `/api/memory/${answers[0]?.body.id}`)
  const files = ['The lobby is lit.', 'The garage is full.'].map((content, index) => ({
    name: `${index}.txt`,
    content,
  }))
  const import_ = await svc.request('POST', '/api/memory/import', { body: { files } })
  const { items } = (await svc.request('GET', '/api/memory')).body
  expect([import_.body.code, items.length, items[0].content]).toEqual(['memory_full', 2, 'The lobby is lit.'])
})
