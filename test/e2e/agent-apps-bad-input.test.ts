import { execFileSync } from 'node:child_process'
import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import type { Files } from './agent-apps-support.ts'
import { main, ManifestsFolder, manifest, startWithApps } from './agent-apps-support.ts'

interface Problem {
  message: string
  file: string
  line: number | null
  column: number | null
  frame: string | null
}

interface BadFolder {
  files: Files
  /** `file:line:column`, as far as there is one. */
  at: string
  message: RegExp
  /** What cannot be written as files. */
  prepare?: (folder: string) => Promise<void>
}

const good = main('return 1')
const withManifest = (name: string, more: object): Files => ({ 'manifest.json': manifest(name, more), 'main.ts': good })
const withInputs = (name: string, inputs: object): Files =>
  withManifest(name, { inputs: { type: 'object', ...inputs } })
const sources = (name: string, text: string): Files => ({ 'manifest.json': manifest(name), 'main.ts': text })
const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`

const folders: Record<string, BadFolder> = {
  'unknown-key': {
    files: withManifest('unknown-key', { permisions: {} }),
    at: 'manifest.json:13:3',
    message: /Unknown key "permisions"\. Did you mean "permissions"\?/,
  },
  'wrong-type': {
    files: withManifest('wrong-type', { keywords: 'csv' }),
    at: 'manifest.json:13:15',
    message: /keywords: must be a list, but is string/,
  },
  'missing-key': {
    files: { 'manifest.json': { ...manifest('missing-key'), version: undefined }, 'main.ts': good },
    at: 'manifest.json:1:1',
    message: /"version" is missing/,
  },
  'no-json': {
    files: { 'manifest.json': '{\n  "manifest_version": "1",\n}', 'main.ts': good },
    at: 'manifest.json:3:1',
    message: /comma before a closing brace/,
  },
  'key-twice': {
    files: { 'manifest.json': '{ "name": "a",\n  "name": "b" }', 'main.ts': good },
    at: 'manifest.json:2:3',
    message: /"name" stands here twice/,
  },
  'bad-cron': {
    files: withManifest('bad-cron', { schedule: { cron: '61 * * * *' } }),
    at: 'manifest.json:14:13',
    message: /schedule\.cron: "61 \* \* \* \*" is no cron expression: .+\. Write five fields/,
  },
  'bad-zone': {
    files: withManifest('bad-zone', { schedule: { cron: '0 9 * * *', timezone: 'Europe/Londn' } }),
    at: 'manifest.json:15:17',
    message: /"Europe\/Londn" is no time zone/,
  },
  'entry-outside': {
    files: withManifest('entry-outside', { entry: { type: 'module', file: '../good/main.ts' } }),
    at: 'manifest.json:8:13',
    message: /outside the app's folder/,
  },
  'entry-missing': {
    files: { 'manifest.json': manifest('entry-missing') },
    at: 'manifest.json:8:13',
    message: /there is no file main\.ts/,
  },
  'entry-playbook': {
    files: withManifest('entry-playbook', { entry: { type: 'playbook', file: 'main.ts' } }),
    at: 'manifest.json:8:13',
    message: /the playbook of a folder is its playbook.yaml/,
  },
  'a-linked-file': {
    files: { 'manifest.json': manifest('a-linked-file') },
    prepare: folder => symlink('/etc/hostname', join(folder, 'main.ts')),
    at: 'main.ts',
    message: /Links are not allowed/,
  },
  'a-linked-manifest': {
    files: { 'main.ts': good, 'real.json': manifest('a-linked-manifest') },
    prepare: folder => symlink('real.json', join(folder, 'manifest.json')),
    at: 'manifest.json',
    message: /Links are not allowed/,
  },
  'a-hard-link': {
    files: { 'manifest.json': manifest('a-hard-link') },
    prepare: async folder => {
      await writeFile(join(dirname(folder), '..', 'elsewhere.ts'), good)
      await link(join(dirname(folder), '..', 'elsewhere.ts'), join(folder, 'main.ts'))
    },
    at: 'main.ts',
    message: /Hard links are not allowed/,
  },
  'a-pipe': {
    files: { 'manifest.json': manifest('a-pipe') },
    prepare: async folder => void execFileSync('mkfifo', [join(folder, 'main.ts')]),
    at: 'main.ts',
    message: /pipe/,
  },
  'too-large': {
    files: sources('too-large', `// ${'x'.repeat(10_000_000)}\n${good}`),
    at: 'main.ts',
    message: /1 MiB/,
  },
  'syntax-error': { files: sources('syntax-error', 'export default {\n  run( {\n}\n'), at: 'main.ts:', message: /./ },
  'bad-import': {
    files: sources('bad-import', `import fs from 'node:fs'\n${main("return fs.readFileSync('/etc/passwd', 'utf8')")}`),
    at: 'main.ts:1:',
    message: /@svc\/sdk\/agent-app/,
  },
  'unknown-tool': {
    files: withManifest('unknown-tool', { permissions: { tools: ['http_fetsh'] } }),
    at: 'manifest.json:15:7',
    message: /there is no tool "http_fetsh"\. Did you mean "http_fetch"\?/,
  },
  'other-name': {
    files: withManifest('another', {}),
    at: 'manifest.json:3:11',
    message: /"another" differs from the folder's name, other-name/,
  },
  'same-name': {
    files: withManifest('good', {}),
    at: 'manifest.json:3:11',
    message: /the app "good" is already in the folder good/,
  },
  'two-manifests': {
    files: { ...withManifest('two-manifests', {}), 'manifest.yaml': 'name: two-manifests' },
    at: 'manifest.yaml',
    message: /both manifest\.json and manifest\.yaml/,
  },
  'no-manifest': {
    files: { 'manifest.yml': 'name: x', 'main.ts': good },
    at: 'manifest.json',
    message: /Rename manifest\.yml/,
  },
  'bad-yaml': {
    files: { 'manifest.yaml': 'name: [unclosed\nversion: 1', 'main.ts': good },
    at: 'manifest.yaml:',
    message: /./,
  },
  'yaml-bomb': {
    files: {
      'manifest.yaml': `a: &a [${'x,'.repeat(9)}x]\n${[...'bcdefgh'].map((k, i) => `${k}: &${k} [${`*${'abcdefg'[i]},`.repeat(9)}*${'abcdefg'[i]}]`).join('\n')}`,
      'main.ts': good,
    },
    at: 'manifest.yaml',
    message: /alias/i,
  },
  'far-too-deep': {
    files: { 'manifest.json': deep, 'main.ts': good },
    at: 'manifest.json',
    message: /nested more than 100 levels/,
  },
  'not-text': {
    files: { 'main.ts': good },
    prepare: folder => writeFile(join(folder, 'manifest.json'), Buffer.from([0x7b, 0xff, 0xfe])),
    at: 'manifest.json',
    message: /not UTF-8/,
  },
  'remote-ref': {
    files: withInputs('remote-ref', { properties: { a: { $ref: 'https://example.org/schema.json' } } }),
    at: 'manifest.json:',
    message: /inputs\.properties\.a\.\$ref: must point into this schema/,
  },
  'recursive-schema': {
    files: withInputs('recursive-schema', {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } },
    }),
    at: 'manifest.json:',
    message: /refers to itself/,
  },
  'exploding-schema': {
    files: withInputs('exploding-schema', {
      properties: { x: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [
          `d${i}`,
          i === 19 ? {} : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
        ]),
      ),
    }),
    at: 'manifest.json:',
    message: /more than 2000 parts/,
  },
  'stalling-pattern': {
    files: withInputs('stalling-pattern', { properties: { a: { type: 'string', pattern: '^(?=(a+)+$)' } } }),
    at: 'manifest.json:',
    message: /RE2 regular expressions: no look-around/,
  },
  'wrong-keyword': {
    files: withInputs('wrong-keyword', { propertys: {} }),
    at: 'manifest.json:',
    message: /inputs\.propertys: is no keyword .+ Did you mean "properties"\?/,
  },
  'wrong-schema': {
    files: withInputs('wrong-schema', { properties: { a: { type: 'strnig' } } }),
    at: 'manifest.json:',
    message: /inputs\.properties\.a\.type/,
  },
  'no-object': {
    files: withManifest('no-object', { inputs: { type: 'string' } }),
    at: 'manifest.json:10:13',
    message: /inputs: must have "type": "object"/,
  },
  'bad-example': {
    files: { ...withInputs('bad-example', { required: ['a'] }), 'examples/one.json': { title: 'One', inputs: {} } },
    at: 'examples/one.json',
    message: /inputs\/a is required/,
  },
  'over-the-cap': {
    files: withManifest('over-the-cap', { limits: { memory_mb: 100_000 } }),
    at: 'manifest.json:14:18',
    message: /limits\.memory_mb: 100000 is over this server's cap of 512/,
  },
  'bad-placeholder': {
    files: {
      'manifest.json': manifest('bad-placeholder', { entry: { type: 'prompt', file: 'prompt.md' } }),
      'prompt.md': 'Say\n{{input.name}}',
    },
    at: 'prompt.md:2:1',
    message: /\{\{input\.name\}\} is no placeholder/,
  },
  runs: { files: withManifest('runs', {}), at: 'manifest.json:3:11', message: /"runs" is a path of the API/ },
}

let apps: ManifestsFolder
let kernel: TestKernel
let log = ''
const names = Object.keys(folders)
const placeOf = ({ file, line, column }: Problem) => [file, line, column].filter(part => part !== null).join(':')

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  await apps.drop('good', 'return "still here"')
  for (const [name, { files, prepare }] of Object.entries(folders)) {
    await mkdir(join(apps.path, name))
    await apps.write(name, files)
    await prepare?.(join(apps.path, name))
  }
  await symlink(join(apps.path, 'good'), join(apps.path, 'linked-folder'))
  kernel = await startWithApps(apps, { onLog: line => (log += line) })
})

afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

describe('a folder that breaks a rule', () => {
  test.each(names.filter(name => name !== 'runs'))(
    'is refused with its place, the rule and the remedy: %s',
    async name => {
      const { status, body } = await kernel.request('POST', `/api/agent-apps/${name}/run`, { body: {} })
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'agent_app_invalid' })
      const { at, message } = folders[name] as BadFolder
      expect(placeOf(body.error).slice(0, at.length)).toBe(at)
      expect(body.error.message).toMatch(message)
      expect(body.detail).toContain(body.error.message)
      if (body.error.line !== null) expect(body.error.frame).toMatch(/^>\s*\d+ \|/m)
      expect(JSON.stringify(body)).not.toContain(apps.path)
    },
  )

  test('is told in the same words by the list, the log and svc app validate', async () => {
    const { body } = await kernel.request('GET', '/api/agent-apps')
    const listed = new Map<string, Problem[]>(
      body.items.map((app: { name: string; error?: { problems: Problem[] } }) => [app.name, app.error?.problems ?? []]),
    )
    const logged = log
      .split('\n')
      .filter(line => line !== '')
      .map(line => String(JSON.parse(line).msg))
    for (const name of names) {
      const [first] = listed.get(name) ?? []
      expect(first, name).toBeDefined()
      const { at, message } = folders[name] as BadFolder
      expect(placeOf(first as Problem).slice(0, at.length)).toBe(at)
      expect(first?.message).toMatch(message)
      expect(
        logged.some(text => text.includes(`The agent app ${name} has problems`) && text.includes(first?.message ?? '')),
        name,
      ).toBe(true)
    }

    const cli = await runSvcHere(['app', 'validate', apps.path, '--json'], {
      cwd: apps.path,
      env: { SVC_HOME: kernel.home, SVC_MANIFESTS: apps.path },
    })
    expect(cli.code, cli.stderr).toBe(1)
    const validated: { name: string; problems: Problem[] }[] = JSON.parse(cli.stdout).items
    for (const { name, problems } of validated) expect(problems, name).toEqual(listed.get(name))
    expect(validated.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  test('is refused, too, when it is a link to a good one', async () => {
    const { body } = await kernel.request('POST', '/api/agent-apps/linked-folder/run', { body: {} })
    expect(body).toMatchObject({ code: 'agent_app_invalid', detail: expect.stringContaining('link') })
  })

  test('does not stop another app, nor the server', async () => {
    const [answer, health] = await Promise.all([
      kernel.request('POST', '/api/agent-apps/good/run', { body: {} }),
      kernel.request('GET', '/healthz', { as: 'none' }),
    ])
    expect(answer.body.output).toBe('still here')
    expect(health.status).toBe(200)
  })
})

describe('inputs', () => {
  test.each([
    ['a text that backtracks', { word: `${'a'.repeat(100_000)}!` }],
    ['many items', { list: Array.from({ length: 9_000 }, () => 'x') }],
    ['nesting', { word: 'a', more: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) }],
  ])('with %s are refused and block nothing', async (_, inputs) => {
    await apps.drop(`checks-${Object.keys(inputs).join('-')}`, 'return 1', {
      inputs: {
        type: 'object',
        properties: {
          word: { type: 'string', pattern: '^(a+)+$' },
          list: { type: 'array', items: { type: 'string', pattern: '^(a|aa)+$' } },
        },
        additionalProperties: false,
      },
    })
    const { status, body } = await kernel.request(
      'POST',
      `/api/agent-apps/checks-${Object.keys(inputs).join('-')}/run`,
      { body: { inputs } },
    )
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' })
  })

  test('cannot reach the prototype', async () => {
    await apps.drop('plain', 'return { keys: Object.keys(ctx.inputs), polluted: ({} as any).polluted ?? null }')
    const headers = { authorization: `Bearer ${kernel.key}`, 'content-type': 'application/json' }
    const body = '{"inputs": {"__proto__": {"polluted": true}}}'
    const answer = await fetch(`${kernel.url}/api/agent-apps/plain/run`, { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
  })
})
