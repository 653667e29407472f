import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BootError, readConfiguration } from '../../kernel/index.ts'
import type { Configuration } from '../../kernel/index.ts'
import { writePlugin } from '../support/plugin-folder.ts'

let folder: string

const talkSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    volume: { type: 'integer', minimum: 0, default: 5 },
    words: { type: 'array', items: { type: 'string' }, default: [] },
    quiet: { type: 'boolean', default: false },
    talk_name: { type: 'string', 'x-top-level': true },
    talk_code: { type: 'string', 'x-top-level': true, 'x-secret': true },
    talk_aloud: { type: 'boolean', default: false, 'x-top-level': true },
    secret: { type: 'string', 'x-secret': true },
    script: { type: 'string', format: 'path' },
    model: { type: 'string', 'x-env': 'SVC_TALK_MODEL_NAME' },
    nested: {
      type: 'object',
      properties: { depth: { type: 'integer', default: 1 } },
      additionalProperties: false,
      default: {},
    },
  },
  dependencies: { talk_name: ['talk_code'], talk_code: ['talk_name'] },
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-config-'))
  await mkdir(join(folder, 'plugins'))
  await writePlugin(join(folder, 'plugins'), 'talk', {
    manifest: { config: './config.schema.json' },
    files: { 'config.schema.json': JSON.stringify(talkSchema) },
  })
})

afterEach(() => rm(folder, { recursive: true, force: true }))

interface Sources {
  flags?: Record<string, string>
  env?: Record<string, string>
  file?: string
}

async function read({ flags = {}, env = {}, file }: Sources): Promise<Configuration> {
  if (file !== undefined) await writeFile(join(folder, 'svc.config.yaml'), file)
  return readConfiguration({
    flags,
    env: { SVC_HOME: join(folder, 'home'), ...env },
    cwd: folder,
    builtinPlugins: join(folder, 'plugins'),
  })
}

async function problems(sources: Sources): Promise<string[]> {
  const error: unknown = await read(sources).catch((reason: unknown) => reason)
  if (!(error instanceof BootError)) throw new Error('The configuration was accepted.')
  expect(error.exitCode).toBe(78)
  return error.problems.map(({ where, message }) => `${where}: ${message}`)
}

function valueOf({ origins }: Configuration, key: string): [unknown, string] {
  const found = origins.find(origin => origin.key === key)
  if (!found) throw new Error(`No origin of ${key}.`)
  return [found.value, found.origin]
}

test('a flag is stronger than a variable, a variable than the file, the file than the default', async () => {
  const file = 'port: 1001\nhost: 127.0.0.3\nlog_level: warn\nplugins:\n  talk:\n    volume: 7\n'
  const configuration = await read({
    flags: { port: '1003' },
    env: { SVC_PORT: '1002', SVC_HOST: '127.0.0.2' },
    file,
  })
  expect({
    port: valueOf(configuration, 'port'),
    host: valueOf(configuration, 'host'),
    log_level: valueOf(configuration, 'log_level'),
    volume: valueOf(configuration, 'plugins.talk.volume'),
    aloud: valueOf(configuration, 'talk_aloud'),
  }).toEqual({
    port: [1003, '--port'],
    host: ['127.0.0.2', 'SVC_HOST'],
    log_level: ['warn', 'svc.config.yaml:3'],
    volume: [7, 'svc.config.yaml:6'],
    aloud: [false, 'default'],
  })
})

test('the file is found in the home when there is none in the working folder', async () => {
  await mkdir(join(folder, 'home'))
  await writeFile(join(folder, 'home/svc.config.yaml'), 'port: 1009\n')
  expect(valueOf(await read({}), 'port')).toEqual([1009, 'home/svc.config.yaml:1'])
})

test('text becomes a value of its type, and paths begin at the working folder, the home or the user', async () => {
  const configuration = await read({
    flags: { 'plugins.talk.script': './run.txt', 'talk-aloud': 'true' },
    env: {
      SVC_TALK_WORDS: 'one, two,three',
      SVC_TALK_QUIET: 'true',
      SVC_TALK_MODEL_NAME: '17',
      SVC_TRUST_PROXY: '10.0.0.0/8,127.0.0.1',
      SVC_PLUGIN_TALK_ENABLED: 'false',
    },
  })
  expect(
    ['script', 'words', 'quiet', 'model', 'enabled'].map(key => valueOf(configuration, `plugins.talk.${key}`)[0]),
  ).toEqual([join(folder, 'run.txt'), ['one', 'two', 'three'], true, '17', false])
  expect([valueOf(configuration, 'trust_proxy')[0], valueOf(configuration, 'talk_aloud')[0]]).toEqual([
    '10.0.0.0/8,127.0.0.1',
    true,
  ])
})

test('a value may stand in a file of its own, and secrets are never shown', async () => {
  await writeFile(join(folder, 'secret.txt'), 'hush-hush\n')
  await writeFile(join(folder, 'port.txt'), '1005\n')
  const configuration = await read({
    env: {
      SVC_TALK_SECRET_FILE: join(folder, 'secret.txt'),
      SVC_PORT_FILE: join(folder, 'port.txt'),
      DATABASE_URL: 'postgres://u:hush-hush@db/x',
    },
  })
  expect([
    valueOf(configuration, 'port'),
    valueOf(configuration, 'plugins.talk.secret'),
    valueOf(configuration, 'database_url'),
  ]).toEqual([
    [1005, 'SVC_PORT_FILE'],
    ['[redacted]', 'SVC_TALK_SECRET_FILE'],
    ['[redacted]', 'DATABASE_URL'],
  ])
  expect(JSON.stringify(configuration.origins)).not.toContain('hush-hush')
})

test('an empty variable is one that is not set', async () => {
  expect(valueOf(await read({ env: { SVC_PORT: '', SVC_PORT_FILE: '' } }), 'port')).toEqual([8420, 'default'])
})

test('variables that only clients read are no unknown ones', async () => {
  await expect(read({ env: { SVC_API_KEY: 'svc_x', SVC_BASE_URL: 'http://127.0.0.1:1' } })).resolves.toBeDefined()
})

test('unknown flags, variables and keys are refused together, each with the nearest known one', async () => {
  const file = 'prot: 1\nplugins:\n  tlak: { volume: 1 }\n  talk:\n    volum: 2\n'
  expect(
    await problems({ flags: { hots: 'x' }, env: { SVC_PROT: '1', SVC_TALK_VOLUMN: '3', SVC_NONSENSE: 'x' }, file }),
  ).toEqual([
    '--hots: Unknown flag. Did you mean --host?',
    'SVC_PROT: Unknown variable. Did you mean SVC_PORT?',
    'SVC_TALK_VOLUMN: Unknown variable. Did you mean SVC_TALK_VOLUME?',
    'SVC_NONSENSE: Unknown variable. Remove it; svc config list shows those that are known.',
    'svc.config.yaml:1:1: Unknown key "prot". Did you mean "port"?',
    'svc.config.yaml:3:3: Unknown key "tlak" in plugins. Did you mean "talk"?',
    'svc.config.yaml:5:5: Unknown key "volum" in plugins.talk. Did you mean "volume"?',
  ])
})

test('values that do not fit are reported at the place where they were given', async () => {
  const file = 'port: 70000\nplugins:\n  talk:\n    volume: loud\n    nested: { depht: 2 }\n'
  expect(
    await problems({ env: { SVC_LOG_LEVEL: 'loud', SVC_TALK_QUIET: 'maybe', SVC_TALK_NAME: 'ada' }, file }),
  ).toEqual([
    'svc.config.yaml:1:7: port: must be from 0 to 65535. The port to listen on; 0 takes a free one.',
    'SVC_LOG_LEVEL: log_level: must be one of "debug", "info", "warn", "error", "silent". What is logged.',
    'SVC_TALK_QUIET: plugins.talk.quiet: must be true or false, but is "maybe".',
    'SVC_TALK_NAME: talk_name: needs talk_code, which is not set. Set talk_code as well, or remove talk_name.',
    'svc.config.yaml:4:13: plugins.talk.volume: must be a whole number, but is string.',
    'svc.config.yaml:5:15: Unknown key "depht" in plugins.talk.nested. Did you mean "depth"?',
  ])
})

test('a value that needs another is reported at its place, and not repeated when it is secret', async () => {
  expect(await problems({ env: { SVC_TALK_CODE: 'hush-hush' } })).toEqual([
    'SVC_TALK_CODE: talk_code: needs talk_name, which is not set. Set talk_name as well, or remove talk_code.',
  ])
})

test('addresses to allow are pairs of host and port, in brackets too', async () => {
  const configuration = await read({ env: { SVC_EGRESS_ALLOW: '[::1]:8080, db.internal:5432' } })
  expect(valueOf(configuration, 'egress_allow')[0]).toEqual(['[::1]:8080', 'db.internal:5432'])
})

test.each(['host:99999', 'host:0', '[1.2:3]:80', 'me@host:80', 'host'])(
  '%s is no address to allow, and says how one is written',
  async pair => {
    expect(await problems({ env: { SVC_EGRESS_ALLOW: `fine.test:80,${pair}` } })).toEqual([
      `SVC_EGRESS_ALLOW: egress_allow: 1 "${pair}" is not a host:port pair such as localhost:11434 or [::1]:8080. Private addresses that may be reached from here, as host:port.`,
    ])
    expect(await problems({ file: `egress_allow: ["${pair}"]\n` })).toEqual([
      `svc.config.yaml:1:16: egress_allow[0]: "${pair}" is not a host:port pair such as localhost:11434 or [::1]:8080.`,
    ])
  },
)

test('a secret that cannot be read is not repeated in the report', async () => {
  const found = await problems({ env: { DATABASE_URL: 'mysql://u:hush-hush@db/x', SVC_ADMIN_PASSWORD: 'hush' } })
  expect(found.join('\n')).not.toContain('hush')
})

test('a value and its file together are refused, and so is a file that is not there', async () => {
  const found = await problems({ env: { SVC_PORT: '1', SVC_PORT_FILE: '/x', SVC_HOST_FILE: join(folder, 'absent') } })
  expect(found).toEqual(
    [
      'SVC_PORT: SVC_PORT and SVC_PORT_FILE are both set. Remove one of them.',
      expect.stringContaining('SVC_HOST_FILE: The file cannot be read: ENOENT'),
    ].reverse(),
  )
})

test('what Kubernetes says of a Service named svc is no setting', async () => {
  const env = {
    SVC_SERVICE_HOST: '10.0.0.7',
    SVC_SERVICE_PORT: '8420',
    SVC_SERVICE_PORT_HTTP: '8420',
    SVC_PORT: 'tcp://10.0.0.7:8420',
    SVC_PORT_8420_TCP: 'tcp://10.0.0.7:8420',
    SVC_PORT_8420_TCP_ADDR: '10.0.0.7',
    SVC_WEB_SERVICE_HOST: '10.0.0.8',
    SVC_WEB_PORT: 'tcp://10.0.0.8:80',
  }
  expect(valueOf(await read({ env }), 'port')).toEqual([8420, 'default'])
  expect(await problems({ env: { SVC_PORT: 'eight' } })).toEqual([expect.stringContaining('must be a number')])
})

test('a file that is no YAML is reported with line and column', async () => {
  expect(await problems({ file: 'port: 1\nport: 2\n' })).toEqual(['svc.config.yaml:2:1: Map keys must be unique.'])
  expect(await problems({ file: '- port\n' })).toEqual([
    'svc.config.yaml: The file must hold keys and values, such as "port: 8420".',
  ])
})

test('a plugin takes no setting that stands at the top already', async () => {
  const properties = { port: { type: 'integer', default: 1, 'x-top-level': true } }
  await writePlugin(join(folder, 'plugins'), 'greedy', {
    manifest: { config: './config.schema.json' },
    files: { 'config.schema.json': JSON.stringify({ type: 'object', properties }) },
  })
  expect(await problems({})).toEqual([
    'the configuration of the plugin greedy: its setting port is known already. Give it another name, or leave "x-top-level" out.',
  ])
})
