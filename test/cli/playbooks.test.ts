import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let server: TestKernel
let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-playbooks-'))
  server = await startTestKernel({ plugins: ['playbooks', 'developer'] })
})
afterAll(async () => {
  await server?.stop()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (...args: string[]) => runSvcHere(['playbooks', ...args], { cwd, env: { SVC_HOME: server.home } })

const asks = `document: { dsl: '1.0.3', namespace: default, name: asks, version: '1.0.0' }
do:
  - first: { set: { n: 1 } }
  - ask:
      call: approval
      with: { title: Go on?, form: { type: object, required: [why], properties: { why: { type: string } } } }
  - last: { set: { why: '\${ .form.why }' } }
`

describe('svc playbooks', () => {
  it('makes a playbook, checks it without a server, tries it, stores it and follows a run to its end', async () => {
    expect((await svc('list')).stdout).toContain('There are no playbooks.')
    const made = await svc('new', 'hello')
    expect([made.code, made.stdout]).toEqual([0, 'hello/playbook.yaml\n'])
    const home = await mkdtemp(join(tmpdir(), 'svc-cli-home-'))
    const alone = await runSvcHere(['playbooks', 'validate', made.stdout.trim()], { cwd, env: { SVC_HOME: home } })
    expect([alone.code, alone.stdout]).toEqual([0, 'hello/playbook.yaml can be run.\n'])
    const dry = await runSvcHere(['playbooks', 'dry-run', made.stdout.trim()], { cwd, env: { SVC_HOME: home } })
    expect([dry.code, dry.stdout]).toEqual([0, 'completed\n{\n  "text": "HELLO WORLD"\n}\n'])
    await rm(home, { recursive: true, force: true })

    const tried = await svc('dry-run', 'hello/playbook.yaml', '--inputs', '{"name": "Ada"}')
    expect([tried.code, tried.stdout]).toEqual([0, 'completed\n{\n  "text": "HELLO ADA"\n}\n'])
    expect((await svc('add', 'hello/playbook.yaml')).stdout).toBe('hello 1.0.0 is stored.\n')
    expect((await svc('list')).stdout).toMatch(/hello +1\.0\.0 +api +on/)
    expect((await svc('show', 'hello')).stdout).toBe(await readFile(join(cwd, 'hello/playbook.yaml'), 'utf8'))

    const run = await svc('start', 'hello', '--input', 'name=Grace', '--watch')
    expect(run.stdout).toContain('"text": "HELLO GRACE"')
    expect(run.stderr).toMatch(/task\.completed shout/)
    expect(run.code).toBe(0)
    expect((await svc('runs', 'hello')).stdout).toMatch(/prun_\w+ +hello +1\.0\.0 +completed +3 of 3/)
    expect((await svc('new', 'hello')).code).toBe(1)
  })

  it('says each mistake with its line, and stores nothing', async () => {
    await writeFile(join(cwd, 'wrong.yaml'), asks.replace('first: { set:', 'first: { sett:'))
    const checked = await svc('validate', 'wrong.yaml')
    expect(checked.code).toBe(1)
    expect(checked.stdout).toMatch(/^wrong\.yaml:3:\d+: .*sett/)
    const added = await svc('add', 'wrong.yaml')
    expect([added.code, added.stdout]).toEqual([1, expect.stringMatching(/wrong\.yaml:3:\d+/) as string])
    expect((await svc('show', 'asks')).code).toBe(1)
    expect((await svc('validate', 'nothing.yaml')).stderr).toContain('cannot be read')
  })

  it('tries a file with mocks of a file and a schema beside it, without a server', async () => {
    const source = `document: { dsl: '1.0.3', namespace: default, name: shop, version: '1.0.0' }
input: { schema: { resource: { endpoint: 'file:./order.json' } } }
do:
  - fetch: { call: http, with: { method: get, endpoint: 'https://example.com/{id}' } }
  - price: { set: { price: '\${ .price * 2 }' } }
`
    await writeFile(join(cwd, 'shop.yaml'), source)
    await writeFile(join(cwd, 'order.json'), '{"type": "object", "required": ["id"]}')
    await writeFile(join(cwd, 'mocks.json'), '{"fetch": {"price": 21}}')
    await writeFile(join(cwd, 'inputs.json'), '{"id": 7}')
    const dry = await svc('dry-run', 'shop.yaml', '--inputs', '@inputs.json', '--mocks', '@mocks.json')
    expect([dry.code, dry.stdout]).toEqual([0, 'completed\n{\n  "price": 42\n}\n'])
    const misfit = await svc('dry-run', 'shop.yaml', '--mocks', '@mocks.json')
    expect([misfit.code === 0, misfit.stderr]).toEqual([false, expect.stringContaining('/inputs/id')])
    await writeFile(join(cwd, 'shop.yaml'), source.replace('order.json', '../order.json'))
    const outside = await svc('validate', 'shop.yaml')
    expect([outside.code, outside.stdout]).toEqual([
      1,
      expect.stringMatching(/^shop\.yaml:2:\d+: .*leads out of the folder/),
    ])
  })

  it('moves a run to another version', async () => {
    const source = asks.replace('name: asks', 'name: moves')
    await writeFile(join(cwd, 'moves.yaml'), source)
    await svc('add', 'moves.yaml')
    const id = (await svc('start', 'moves')).stdout.trim()
    await expect.poll(async () => (await svc('runs', '--status', 'waiting')).stdout).toContain(id)
    await svc('suspend', id)
    await writeFile(join(cwd, 'moves.yaml'), source.replace('1.0.0', '1.1.0').replace("'${ .form.why }'", 'moved'))
    await svc('add', 'moves.yaml')
    expect((await svc('resume', id, '--release', '1.1.0')).code).toBe(0)
    await svc('approve', id, '--form', '{"why": "As agreed"}')
    expect((await svc('watch', id)).stdout).toMatch(/Playbook +moves 1\.1\.0[^]*"why": "moved"/)
    await svc('suspend', id)
    await writeFile(join(cwd, 'moves.yaml'), source.replace('1.0.0', '1.2.0').replace('n: 1', 'n: 2'))
    await svc('add', 'moves.yaml')
    const refused = await svc('resume', id, '--from', 'ask', '--release', '1.2.0')
    expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('/do/0/first')])
  })

  it('decides, suspends, resumes, runs again from a task and cancels', async () => {
    await writeFile(join(cwd, 'asks.yaml'), asks)
    await svc('add', 'asks.yaml')
    const begin = async () => (await svc('start', 'asks')).stdout.trim()
    const id = await begin()
    await expect.poll(async () => (await svc('runs', '--status', 'waiting')).stdout).toContain(id)
    expect((await svc('suspend', id, '--reason', 'Not now')).stdout).toBe(`${id} is suspended.\n`)
    expect((await svc('resume', id)).stdout).toMatch(/^prun_\w+ is (?:waiting|pending|running)\.\n/)
    expect((await svc('approve', id)).stderr).toContain('why')
    expect((await svc('approve', id, '--form', '{"why": "As agreed"}')).stdout).toBe('Go on?: approved\n')
    const ended = await svc('watch', id)
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('"why": "As agreed"') as string])

    expect((await svc('resume', id, '--from', 'ask')).code).toBe(0)
    await expect.poll(async () => (await svc('runs', '--status', 'waiting')).stdout).toContain(id)
    expect((await svc('deny', id, '--reason', 'No')).stdout).toBe('Go on?: denied\n')
    const denied = await svc('watch', id)
    expect([denied.code, denied.stdout]).toEqual([1, expect.stringContaining('approval_denied') as string])
    const other = await begin()
    await expect.poll(async () => (await svc('runs', '--status', 'waiting')).stdout).toContain(other)
    expect((await svc('cancel', other)).code).toBe(0)
    const cancelled = await svc('watch', other)
    expect([cancelled.code, cancelled.stdout]).toEqual([1, expect.stringMatching(/Status +cancelled/) as string])
  })

  it('sets secrets from a file, lists their names and deletes them', async () => {
    await writeFile(join(cwd, 'token'), 'a value of a secret\n')
    expect((await svc('secret', 'set', 'SHOP_TOKEN', '--file', 'token')).code).toBe(0)
    const listed = await svc('secret', 'list')
    expect(listed.stdout).toContain('SHOP_TOKEN')
    expect(listed.stdout).not.toContain('a value')
    expect((await svc('secret', 'rm', 'SHOP_TOKEN')).code).toBe(0)
    expect((await svc('secret', 'list')).stdout).toBe('There are no secrets.\n')
  })
})
