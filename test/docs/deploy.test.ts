import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { exitCodes } from '../../kernel/index.ts'
import { repositoryRoot } from '../support/repository.ts'

const read = (file: string): Promise<string> => readFile(join(repositoryRoot, file), 'utf8')

/** The kernel gives a stop ten seconds. */
const longestStopSeconds = 10
/** The keys of a service that these files may use; a misspelt one is ignored by none and refused late. */
const serviceKeys = new Set(
  `build image restart command depends_on ports environment secrets volumes healthcheck read_only tmpfs cap_drop security_opt
  stop_grace_period ulimits mem_limit logging configs user`.split(/\s+/),
)

interface Service {
  build?: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  secrets?: string[]
  configs?: { source: string }[]
  ports?: string[]
  depends_on?: Record<string, unknown> | string[]
  stop_grace_period?: string
}

interface Compose {
  services: Record<string, Service>
  configs?: Record<string, { file: string }>
  volumes?: Record<string, unknown>
  secrets?: Record<string, { file: string }>
}

describe('The Dockerfile', () => {
  it('copies what is there and is not ignored', async () => {
    const ignored = (await read('.dockerignore')).split('\n').filter(line => line !== '' && !line.startsWith('#'))
    const copied = [...(await read('Dockerfile')).matchAll(/^COPY (?!--from)((?:--\S+ )*)(.+) \S+$/gm)].flatMap(
      ([, , sources]) => (sources ?? '').split(' '),
    )
    expect(copied).toContain('package.json')
    for (const source of copied) {
      expect(existsSync(join(repositoryRoot, source)), source).toBe(true)
      expect(ignored).not.toContain(source)
    }
    // What the build reads, also through "COPY . .".
    for (const needed of ['apps', 'kernel', 'plugins', 'sdk', 'scripts', 'deploy'])
      expect(ignored).not.toContain(needed)
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', '**/node_modules']))
  })

  it('starts and asks programs that the build has, as a user without rights', async () => {
    const lines = (await read('Dockerfile')).split('\n')
    const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
    const command = JSON.parse(last.find(line => line.startsWith('CMD '))!.slice(4)) as string[]
    const wrapper = await read('deploy/svc.sh')
    const programs = [...command, ...wrapper.split(/\s+/)].filter(word => word.startsWith('/app/server/'))

    expect(programs).toEqual(['/app/server/apps/server/main.js', '/app/server/apps/cli/main.js'])
    for (const program of programs) {
      const source = program.replace('/app/server/', '').replace(/\.js$/, '.ts')
      expect(existsSync(join(repositoryRoot, source)), source).toBe(true)
    }
    expect(last.findIndex(line => line === 'USER node')).toBeGreaterThan(
      last.findIndex(line => line.startsWith('RUN ')),
    )
    expect(last.join('\n')).toMatch(/^HEALTHCHECK .*CMD \["svc", "health"\]$/m)
    // Every stage on the Node that is named in package.json's own bootstrap: 24.
    expect(
      lines.filter(line => line.startsWith('FROM ')).every(line => /^FROM node:24-bookworm-slim( AS \w+)?$/.test(line)),
    ).toBe(true)
  })
})

describe.each(['compose.yaml', 'compose.postgres.yaml', 'compose.cluster.yaml'])('%s', file => {
  it('names only what it declares, reaches no other machine, and waits for the drain', async () => {
    const { services, configs = {}, volumes = {}, secrets = {} } = parse(await read(file), { merge: true }) as Compose
    for (const [name, service] of Object.entries(services)) {
      expect(Object.keys(service).filter(key => !serviceKeys.has(key))).toEqual([])
      for (const volume of service.volumes ?? []) expect(Object.keys(volumes), name).toContain(volume.split(':')[0])
      for (const secret of service.secrets ?? []) expect(Object.keys(secrets), name).toContain(secret)
      for (const { source } of service.configs ?? []) {
        expect(Object.keys(configs), name).toContain(source)
        expect(existsSync(join(repositoryRoot, configs[source]?.file ?? '')), source).toBe(true)
      }
      const { depends_on: others = [] } = service
      for (const other of Array.isArray(others) ? others : Object.keys(others))
        expect(Object.keys(services)).toContain(other)
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      expect(Number.parseInt(service.stop_grace_period ?? '0', 10)).toBeGreaterThan(longestStopSeconds)
    }
  })

  it('sets only variables that svc knows', async () => {
    const { services } = parse(await read(file), { merge: true }) as Compose
    const known = await read('.env.example')
    const svc = Object.values(services).filter(({ environment }) => environment && 'SVC_LOG_LEVEL' in environment)
    const names = svc.flatMap(({ environment }) => Object.keys(environment ?? {}))

    expect(svc.length).toBeGreaterThan(0)
    for (const name of names) expect(known).toContain(`${name.replace(/_FILE$/, '')}=`)
  })
})

it('The servers of compose.cluster.yaml reach each other by name, and the proxy all of them', async () => {
  const { services } = parse(await read('compose.cluster.yaml'), { merge: true }) as Compose
  const servers = Object.entries(services).filter(
    ([, { environment }]) => environment && 'SVC_SERVER_URL' in environment,
  )
  const addresses = servers.map(([name, { environment }]) => [`http://${name}:8420`, environment?.['SVC_SERVER_URL']])
  for (const [expected, url] of addresses) expect(url).toBe(expected)
  const proxy = await read('deploy/Caddyfile.cluster')
  expect(proxy).toContain(`reverse_proxy ${servers.map(([name]) => `${name}:8420`).join(' ')} {`)
  // A folder of the image that belongs to its user: a new volume takes that over.
  const [, shared] = services['svc1']?.volumes?.map(volume => volume.split(':')[1]) ?? []
  expect(await read('Dockerfile')).toMatch(new RegExp(`mkdir /data ${shared} && chown node:node /data ${shared} `))
  expect(await read('deploy/Caddyfile.cluster')).toMatch(/^\s*flush_interval -1$/m)
})

it('The image and its variables are those that svc knows', async () => {
  const set = [...(await read('Dockerfile')).matchAll(/\b(SVC_[A-Z_]+)=/g)].map(([, name]) => name ?? '')
  const known = await read('.env.example')
  expect(set).toEqual(['SVC_HOME', 'SVC_HOST', 'SVC_PORT', 'SVC_MANIFESTS'])
  for (const name of set) expect(known).toContain(`${name}=`)
})

describe('The systemd unit', () => {
  it('waits for the drain, and does not start again what would end the same way', async () => {
    const unit = await read('deploy/svc.service')
    const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const { failed, lostLease, ...hopeless } = exitCodes

    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(longestStopSeconds)
    expect(valueOf('RestartPreventExitStatus').split(' ').map(Number)).toEqual(
      expect.arrayContaining([2, ...Object.values(hopeless)]),
    )
    for (const code of [failed, lostLease])
      expect(valueOf('RestartPreventExitStatus').split(' ')).not.toContain(String(code))
    expect(valueOf('NoNewPrivileges')).toBe('yes')
    // The sandbox leaves the network in a namespace of its own.
    expect(valueOf('RestrictNamespaces').split(' ')).toEqual(['user', 'net'])
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
  })
})

it('The proxies pass streams on and name their clients', async () => {
  const nginx = await read('deploy/nginx.conf')
  expect(nginx).toMatch(/^\s*proxy_buffering off;$/m)
  expect(nginx).toMatch(/^\s*proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  expect(await read('deploy/Caddyfile')).toMatch(/^\s*flush_interval -1$/m)
})

it('The alerts are well-formed rules', async () => {
  const { groups } = parse(await read('deploy/prometheus-alerts.yaml')) as {
    groups: {
      name: string
      rules: { alert: string; expr: string; for: string; labels: object; annotations: object }[]
    }[]
  }
  const rules = groups.flatMap(group => group.rules)
  expect(rules).toHaveLength(4)
  for (const rule of rules) {
    expect(Object.keys(rule)).toEqual(['alert', 'expr', 'for', 'labels', 'annotations'])
    expect(rule.for).toMatch(/^\d+[smh]$/)
    expect([...rule.expr].filter(letter => letter === '(')).toHaveLength(rule.expr.split(')').length - 1)
  }
})

it('Every file of deploy/ is told of in the manual', async () => {
  const page = await read('docs/operations.md')
  // Of the image, and of compose.cluster.yaml.
  const own = /^deploy\/(?:svc\.sh|Caddyfile\.cluster|postgres-.*)$/
  const files = globSync('deploy/*', { cwd: repositoryRoot }).filter(file => !own.test(file))
  for (const file of files) expect(page).toContain(`](../${file})`)
})
