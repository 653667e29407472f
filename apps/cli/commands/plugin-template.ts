const packScript = `// "npm pack" and "npm publish" run this: Node runs no TypeScript below node_modules, so a package holds JavaScript, in dist/.
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const target = 'dist'
const stays = /^(node_modules|dist|test|package(-lock)?\\.json|pack\\.ts|README\\.md|\\..*)(\\/|$)|\\.test\\.ts$|\\.tgz$/
const imported = /(\\bfrom |\\bimport |\\bimport\\()(['"]\\.{1,2}\\/[^'"]*)\\.ts(?=['"])/g
const named = /("\\.{1,2}\\/[^"#]*)\\.ts(?=["#])/g

await rm(target, { recursive: true, force: true })
for (const entry of await readdir('.', { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name).replaceAll('\\\\', '/')
  if (!entry.isFile() || stays.test(file)) continue
  const path = join(target, file)
  await mkdir(dirname(path), { recursive: true })
  const text = () => readFile(file, 'utf8')
  if (file.endsWith('.ts'))
    await writeFile(path.replace(/\\.ts$/, '.js'), stripTypeScriptTypes(await text()).replaceAll(imported, '$1$2.js'))
  else if (file === 'plugin.json') await writeFile(path, (await text()).replaceAll(named, '$1.js'))
  else await cp(file, path)
}
`

/** The files of a new plugin, by their names. */
export function pluginTemplate(id: string): Record<string, string> {
  const title = id[0]?.toUpperCase() + id.slice(1).replaceAll('-', ' ')
  const inCode = title.replaceAll(' ', '')
  const tool = `${id.replaceAll('-', '_')}_greet`
  const manifest = {
    manifest: 1,
    id,
    version: '1.0.0',
    kernel: '^1',
    title,
    description: 'Greets people',
    entry: './plugin.ts',
    routes: [`/api/${id}`],
    permissions: [{ id: `${id}:read`, title: 'Be greeted' }],
    tools: [
      {
        name: tool,
        title: 'Greet',
        description: 'Greets a person by name',
        input: './greet.schema.json',
        permission: `${id}:read`,
        effect: 'read',
      },
    ],
    commands: [
      {
        name: `${id} greet`,
        summary: 'Greet somebody',
        acts_on: 'server',
        arguments: [{ name: 'name', description: 'whom' }],
        run: './greet-command.ts#greetCommand',
      },
    ],
    config: './config.schema.json',
    on_failure: 'degrade',
  }
  const config = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties: {
      salutation: { type: 'string', minLength: 1, default: 'Hello', description: 'The word before the name' },
    },
  }
  const greet = {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 100, description: 'whom' } },
  }
  const npmPackage = {
    name: `svc-plugin-${id}`,
    version: '1.0.0',
    type: 'module',
    files: ['dist'],
    scripts: { prepack: 'node --disable-warning=ExperimentalWarning pack.ts' },
    svc: { plugin: './dist/plugin.json' },
  }
  return {
    'plugin.json': jsonOf(manifest),
    'package.json': jsonOf(npmPackage),
    'config.schema.json': jsonOf(config),
    'greet.schema.json': jsonOf(greet),
    'plugin.ts': `import { definePlugin } from '@svc/plugin'
import { greetingFor } from './greeting.ts'

/** The settings of config.schema.json. The kernel checks them and fills in defaults. */
interface Settings {
  salutation: string
}

export const plugin = definePlugin<Settings>()({
  id: '${id}',
  uses: {},
  setup(_services, env) {
    env.tool<{ name: string }>('${tool}', ({ name }) => ({ text: greetingFor(env.config.salutation, name) }))
    env.routes(app =>
      app.route({
        method: 'GET',
        path: '/api/${id}',
        operationId: 'greetBy${inCode}',
        summary: 'Greet somebody',
        permission: '${id}:read',
        query: {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
        },
        responses: {
          200: {
            description: 'The greeting',
            schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
          },
        },
        handler: ({ query }) => ({ text: greetingFor(env.config.salutation, query.name) }),
      }),
    )
  },
})
`,
    'greeting.ts': `export function greetingFor(salutation: string, name: string): string {
  return \`\${salutation}, \${name}!\`
}
`,
    'greeting.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetingFor } from './greeting.ts'

test('greets by name', () => {
  assert.equal(greetingFor('Hello', 'Ada'), 'Hello, Ada!')
})
`,
    'server.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'

// "svc plugin test" sets them: a server of its own with this plugin, and a key with every scope.
const { SVC_TEST_URL: url, SVC_TEST_KEY: key } = process.env
const skip = url ? false : 'needs a server: svc plugin test .'

async function call(path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' }
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(\`\${url}\${path}\`, request)
  return { status: answer.status, body: await answer.json() }
}

test('the route greets by name', { skip }, async () => {
  assert.deepEqual(await call('/api/${id}?name=Ada'), { status: 200, body: { text: 'Hello, Ada!' } })
})

test('the route refuses a greeting to nobody', { skip }, async () => {
  assert.equal((await call('/api/${id}')).status, 400)
})

test('the tool greets by name', { skip }, async () => {
  const { status, body } = await call('/api/tools/${tool}/call', { arguments: { name: 'Ada' } })
  assert.equal(status, 200)
  assert.deepEqual((body as { result: unknown }).result, { text: 'Hello, Ada!' })
})
`,
    'greet-command.ts': `import type { CommandContext } from '@svc/plugin/contracts/cli'

interface Greet {
  arguments: { name: string }
  options: Record<string, never>
}

export async function greetCommand({ arguments: { name }, client, io }: CommandContext<Greet>): Promise<number> {
  const answer = await client.request<{ text: string }>('GET', \`/api/${id}?name=\${encodeURIComponent(name)}\`)
  io.result(answer, answer.text)
  return 0
}
`,
    'pack.ts': packScript,
    'README.md': `# ${title}

\`plugin.json\` declares what the plugin brings, \`plugin.ts\` binds it. From here:

\`\`\`sh
node --test              # the tests that need no server; needs Node 24
svc plugin test .        # all tests, beside a server that has the plugin
svc plugin dev .         # serves it, and loads it anew at each save
svc plugin validate .    # everything that keeps it from running; loads its code
svc plugin add .         # runs it, from the next start on
svc ${id} greet Ada
curl -H "Authorization: Bearer $SVC_API_KEY" "http://127.0.0.1:8420/api/${id}?name=Ada"
\`\`\`

The key needs the scope \`${id}:read\`.

\`npm publish\` makes a package of it: \`pack.ts\` writes the plugin into \`dist/\` as JavaScript, since Node runs no TypeScript in packages.
The operator of a server installs the package in the folder of the start and says \`svc plugin add svc-plugin-${id}\`.
`,
  }
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
