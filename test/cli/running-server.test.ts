import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

describe('svc beside a running server', () => {
  let server: TestKernel
  let cwd: string

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'svc-cli-'))
    server = await startTestKernel({ plugins: ['admin', 'data', 'developer'] })
  })

  afterAll(async () => {
    await server.stop()
    await rm(cwd, { recursive: true, force: true })
  })

  it('acts through the socket of the home, as its operator', async () => {
    const env = { SVC_HOME: server.home }
    const created = await runSvc(['user', 'create', 'bob', '--password-stdin', '--json'], {
      cwd,
      env,
      input: 'correct horse battery',
    })
    const { body } = await server.request('GET', '/api/users')
    const { body: audit } = await server.request('GET', '/api/admin/audit?limit=1')

    expect(created).toMatchObject({ code: 0, stderr: '' })
    expect((body as { items: { username: string }[] }).items.map(({ username }) => username)).toContain('bob')
    expect(audit).toMatchObject({ items: [{ actor: { via: 'operator' } }] })
  })

  it('finds it ready and well', async () => {
    const env = { SVC_HOME: server.home }
    const [health, doctor] = await Promise.all([
      runSvcHere(['health'], { cwd, env }),
      runSvcHere(['doctor', '--json'], { cwd, env }),
    ])

    expect(health).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ready\n/) as string })
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      findings: expect.arrayContaining([
        { check: 'server', outcome: 'ok', detail: 'running on this home' },
      ]) as unknown[],
    })
  })

  it('calls the server that SVC_BASE_URL names, with the key and not as operator', async () => {
    const elsewhere = join(cwd, 'another-home')
    const env = { SVC_HOME: elsewhere, SVC_BASE_URL: `${server.url}/`, SVC_API_KEY: server.key }
    const [listed, refused] = await Promise.all([
      runSvcHere(['user', 'list', '--json'], { cwd, env }),
      runSvcHere(['user', 'list', '--json'], { cwd, env: { ...env, SVC_API_KEY: 'svc_wrong' } }),
    ])

    expect(
      (JSON.parse(listed.stdout) as { items: { username: string }[] }).items.map(({ username }) => username),
    ).toContain('owner')
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('hands on the rule that a request broke, with exit code 2', async () => {
    const env = { SVC_HOME: server.home }
    const { code, stderr } = await runSvc(['user', 'create', 'carol', '--password-stdin'], {
      cwd,
      env,
      input: 'short',
    })

    expect(code).toBe(2)
    expect(stderr).toMatch(/^svc: .*password.*8/s)
  })
})
