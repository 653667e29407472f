/** The files of a new plugin, by their names. */
export function pluginTemplate(id: string): Record<string, string> {
  const title = id[0]?.toUpperCase() + id.slice(1).replaceAll('-', ' ')
  const inCode = title.replaceAll(' ', '')
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
  const npmPackage = { name: `svc-plugin-${id}`, version: '1.0.0', type: 'module', svc: { plugin: './plugin.json' } }
  return {
    'plugin.json': jsonOf(manifest),
    'package.json': jsonOf(npmPackage),
    'config.schema.json': jsonOf(config),
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
    'README.md': `# ${title}

\`plugin.json\` declares what the plugin brings, \`plugin.ts\` binds it. From here:

\`\`\`sh
node --test              # the tests of this folder; needs Node 24
svc plugin dev .         # serves it, and loads it anew at each save
svc plugin validate .    # everything that keeps it from running
svc plugin add .         # runs it, from the next start on
svc ${id} greet Ada
curl -H "Authorization: Bearer $SVC_API_KEY" "http://127.0.0.1:8420/api/${id}?name=Ada"
\`\`\`

The key needs the scope \`${id}:read\`.
`,
  }
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
