import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { proxyCheck } from '../../apps/cli/doctor/checks/proxy-check.ts'
import { readConfiguration } from '../../kernel/index.ts'
import { freshServerBuild } from '../../scripts/bootstrap/server-build.mjs'
import { repositoryRoot } from '../support/repository.ts'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startTestProxy } from '../support/servers/test-proxy.ts'

const token = 'a-token-for-the-numbers'
const canary = 'canary-5f1d9c'
/** A process namespace takes root. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

const builtinPlugins = join(repositoryRoot, 'plugins')

describe('The numbers', () => {
  let svc: TestKernel
  beforeAll(async () => {
    svc = await startTestKernel({ env: { SVC_METRICS_ENABLED: 'true', SVC_METRICS_TOKEN: token } })
  })
  afterAll(() => svc?.stop())

  const scrape = async (authorization?: string): Promise<Response> =>
    fetch(`${svc.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

  it('are told to whoever has the token', async () => {
    const statuses = await Promise.all(
      [undefined, 'Bearer wrong', token, `Bearer ${token} `, `Bearer ${token}`].map(
        async given => (await scrape(given)).status,
      ),
    )
    // A space behind a header's value is no part of it.
    expect(statuses).toEqual([401, 401, 401, 200, 200])
    const refused = await scrape()
    expect(await refused.json()).toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  itOfOneServer('are those that the documentation lists, each with its type and its labels, and no more', async () => {
    const text = await (await scrape(`Bearer ${token}`)).text()
    const served = [...text.matchAll(/^# TYPE (svc_\S+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)
    const page = await readFile(join(repositoryRoot, 'docs/metrics.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `(svc_[a-z_]+)` \| (\w+) \| ([^|]*) \|/gm)]
    // Those of a bucket are there where one is set, and those of several servers where there are some.
    const elsewhere = /^svc_(?:content|fenced|forwarded|gate|lease|log|placements|restore|takeovers)(?:_|$)/
    const listed = rows.filter(([, name = '']) => !elsewhere.test(name))
    expect(served.toSorted()).toEqual(listed.map(([, name, type]) => `${name} ${type}`).toSorted())

    const labels = new Map(rows.map(([, name, , given = '']) => [name, given.replaceAll(/[`\s]/g, '')]))
    for (const [, name = '', given = ''] of text.matchAll(/^(svc_\w+?)(?:_bucket|_sum|_count)?\{(.*)\} /gm)) {
      const names = [...given.matchAll(/(\w+)="/g)].map(([, label]) => label).filter(label => label !== 'le')
      expect([name, names.join(',')]).toEqual([name, labels.get(name)])
    }
  })

  it('have what the alerts ask for', async () => {
    const text = await (await scrape(`Bearer ${token}`)).text()
    const rules = await readFile(join(repositoryRoot, 'deploy/prometheus-alerts.yaml'), 'utf8')
    const asked = new Set([...rules.matchAll(/\b(svc_[a-z_]+)\b/g)].map(([, name]) => name))

    expect(asked.size).toBeGreaterThan(4)
    for (const name of asked) expect(text).toContain(`# TYPE ${name} `)
  })

  it('hold no id, whatever was asked for', async () => {
    await svc.request('GET', '/api/auth/me')
    await svc.request('GET', '/api/jobs/job_01jzcq3m5n8v7x2k4w6y9a0b1c')
    await svc.request('POST', '/api/jobs', { body: { kind: 'words.count', payload: {} } })
    // A scrape is kept for a second.
    const text = await vi.waitFor(
      async () => {
        const answer = await (await scrape(`Bearer ${token}`)).text()
        expect(answer).toContain('route="/api/jobs/:job_id"')
        expect(answer).toMatch(/svc_jobs_queued\{queue="default"\} 1/)
        return answer
      },
      { timeout: 60_000, interval: 250 },
    )
    expect(text).not.toMatch(/\b(usr|ws|job|run|key|evt|req)_[0-9a-z]{26}\b/)
  })
})

describe('svc doctor behind a proxy', () => {
  let svc: TestKernel
  beforeAll(async () => {
    svc = await startTestKernel({ plugins: ['admin', 'data', 'developer'] })
  })
  afterAll(() => svc?.stop())

  it.each([
    { buffers: true, namesClients: true, trust: '127.0.0.1', check: 'proxy buffering', outcome: 'failed' },
    { buffers: false, namesClients: true, trust: 'false', check: 'proxy addresses', outcome: 'warning' },
    { buffers: false, namesClients: false, trust: 'true', check: 'proxy addresses', outcome: 'warning' },
    { buffers: false, namesClients: true, trust: '127.0.0.1', check: 'proxy', outcome: 'ok' },
  ])(
    'says of one that buffers: $buffers, names clients: $namesClients and is trusted: $trust: $check $outcome',
    async ({ buffers, namesClients, trust, check, outcome }) => {
      await using proxy = await startTestProxy({ buffers, namesClients, target: svc.url })
      const env = { SVC_HOME: svc.home, SVC_PUBLIC_URL: proxy.url, SVC_TRUST_PROXY: trust }
      const configuration = await readConfiguration({ env, cwd: svc.home, builtinPlugins })
      const machine = { configuration, home: svc.home, homeExists: true, isRunning: true }
      const findings = await proxyCheck.run(machine, new AbortController().signal)

      expect(findings).toContainEqual(expect.objectContaining({ check, outcome }))
      expect(findings.filter(finding => finding.outcome !== 'ok').map(finding => finding.check)).toEqual(
        outcome === 'ok' ? [] : [check],
      )
    },
  )

  it('says that nobody answers at the public address', async () => {
    const env = { SVC_HOME: svc.home, SVC_PUBLIC_URL: 'http://127.0.0.1:1' }
    const { stdout } = await runSvcHere(['doctor'], { cwd: svc.home, env })
    expect(stdout).toMatch(/^warn +proxy: http:\/\/127\.0\.0\.1:1 does not answer from here .*Set SVC_PUBLIC_URL/m)
  })
})

describe('A bundle for a bug report', () => {
  let svc: TestKernel
  let folder: string
  const settings = {
    SVC_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
    SVC_MODEL_API_KEY: `${canary}-model`,
    SVC_METRICS_TOKEN: `${canary}-metrics-token`,
    SVC_ADMIN_USERNAME: 'boss',
    SVC_ADMIN_PASSWORD: `${canary}-password`,
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-bundle-'))
    svc = await startTestKernel()
  })
  afterAll(async () => {
    await svc?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('holds what helps and no secret, from the configuration, the home or the log', async () => {
    const secrets = JSON.parse(await readFile(join(svc.home, 'secrets.json'), 'utf8')) as Record<string, string>
    const log = [
      { msg: `model key ${canary}-model, again ${canary}-password` },
      { authorization: `Bearer ${svc.key}`, nested: { deeper: { token: `${canary}-field` } } },
      { msg: `signed with ${secrets['session_key']}, whsec_${canary.replaceAll('-', '')}0123456789` },
      { msg: `postgres://svc:${canary}-database@db/svc`, cookie: `svc_session=eyJhbGciOiJIUzI1NiJ9.${canary}.x` },
    ]
    await writeFile(join(folder, 'svc.log'), log.map(line => `${JSON.stringify(line)}\n`).join(''))
    const { code, stdout, stderr } = await runSvc(
      ['doctor', '--json', '--bundle', 'report.tar.gz', '--log', 'svc.log'],
      {
        cwd: folder,
        env: { SVC_HOME: svc.home, ...settings },
      },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { bundle } = JSON.parse(stdout) as { bundle: string }
    const { stdout: listed } = await promisify(execFile)('tar', ['tzf', bundle])
    const { stdout: text } = await promisify(execFile)('tar', ['xzOf', bundle], { maxBuffer: 64 * 1024 * 1024 })

    expect(listed.trim().split('\n').sort()).toEqual(
      ['configuration', 'findings', 'jobs', 'planes', 'plugins', 'readiness', 'status', 'versions']
        .map(name => `svc-bundle/${name}.json`)
        .concat('svc-bundle/log.txt')
        .sort(),
    )
    expect(text).toContain('"uptime_seconds"')
    expect(text).toContain('SVC_MODEL_API_KEY')
    for (const secret of [canary, canary.replaceAll('-', ''), svc.key, ...Object.values(secrets)]) {
      expect(text).not.toContain(secret)
      expect(stdout).not.toContain(secret)
    }
  })

  it('is not written over a file that is there', async () => {
    await writeFile(join(folder, 'mine.tar.gz'), 'mine')
    const { code } = await runSvc(['doctor', '--bundle', 'mine.tar.gz'], {
      cwd: folder,
      env: { SVC_HOME: svc.home },
    })
    expect(code).toBe(1)
    expect(await readFile(join(folder, 'mine.tar.gz'), 'utf8')).toBe('mine')
  })
})

describe.skipIf(!canUnshare)('The built server as process 1', () => {
  it('drains and ends with 0 when it is asked to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-one-'))
    const main = join(await freshServerBuild(repositoryRoot, process.execPath), 'apps/server/main.js')
    const outer = spawn('unshare', ['--pid', '--fork', '--kill-child', process.execPath, main], {
      env: {
        PATH: process.env['PATH'],
        SVC_HOME: join(folder, 'home'),
        SVC_PORT: '0',
        SVC_MANIFESTS: join(folder, 'apps'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(outer, 'close') as Promise<[number | null]>
    try {
      let said = ''
      outer.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      outer.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
      await vi.waitFor(() => expect(said).toContain('ready in'), { timeout: 60_000 })
      const [inner] = (await readFile(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8')).trim().split(' ')
      expect(await readFile(`/proc/${inner}/status`, 'utf8')).toMatch(/^NSpid:\s+\d+\s+1$/m)

      process.kill(Number(inner), 'SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      outer.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })
})
