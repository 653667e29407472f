import type { JsonSchema } from '@svc/plugin'
import { callArguments } from '../../../plugins/playbooks/definitions/schemas/calls.ts'
import { workflowSchema } from '../../../plugins/playbooks/definitions/schemas/document.ts'
import { taskSchemas } from '../../../plugins/playbooks/definitions/schemas/tasks.ts'
import { pageText } from './page.ts'
import { meaningOfPlaybookField } from './playbook-fields.ts'
import { fieldTable } from './schema-tables.ts'

/** The schemas of the files that people write. */
export interface ManifestSchemas {
  plugin: JsonSchema
  app: JsonSchema
  appTest: JsonSchema
  tool: JsonSchema
  /** Of the plugin `agent-apps`, whose configuration caps the limits. */
  config: JsonSchema
}

const head = `You see every field of the files that you write for svc, with its type, its default and its meaning. A \`.\` leads to a field of
a field, and \`[]\` to each of a list. A field that is not here is an error, with a suggestion. Guides with examples:
[agent apps](agent-apps.md), [tools](app-tool.md), [playbooks](playbooks.md), [plugins](plugins.md).`

/** The manual's page of the manifests of apps, tools, plugins and playbooks. */
export function manifestsPage({ plugin, app, appTest, tool, config }: ManifestSchemas): string {
  const files = { 'agent-app.schema.json': app }
  const example = ((app['properties'] as Record<string, JsonSchema>)['examples']?.['items'] ?? {}) as JsonSchema
  const ofApp = (schema: JsonSchema) => fieldTable(schema, { files, caps: config })
  return pageText({
    title: 'Manifests',
    source: 'the schemas of the files',
    head,
    sections: [
      {
        heading: 'Agent app: manifest.json',
        text: `Also as \`manifest.yaml\`. The operator's configuration caps the limits.\n\n${ofApp(app)}`,
      },
      { heading: 'Agent app: an example', text: `One example a file in \`examples/*.json\`.\n\n${ofApp(example)}` },
      { heading: 'Agent app: a test', text: `One test a file in \`tests/*.test.json\`.\n\n${ofApp(appTest)}` },
      { heading: 'Tool: tool.json', text: `Also as \`tool.yaml\`.\n\n${ofApp(tool)}` },
      { heading: 'Plugin: plugin.json', text: fieldTable(plugin, { files: {}, caps: {} }) },
      {
        heading: 'Playbook: playbook.yaml',
        text: `Also as JSON. The tasks are below.\n\n${playbookTable(workflowSchema, '')}`,
      },
      {
        heading: 'Playbook: tasks',
        text: `Each task has one of these forms, and beside it \`if\`, \`input\`, \`output\`, \`export\`, \`timeout\`, \`then\` and \`metadata\`.\n\n${Object.entries(
          taskSchemas,
        )
          .map(([kind, schema]) => `### The task ${kind}\n\n${playbookTable(schema, kind)}`)
          .join('\n\n')}`,
      },
      {
        heading: 'Playbook: what a call takes',
        text: Object.entries(callArguments)
          .map(([call, schema]) => `### What call: ${call} takes\n\n${playbookTable(schema, `call ${call}`)}`)
          .join('\n\n'),
      },
    ],
  })
}

function playbookTable(schema: object, of: string): string {
  const common = new Set(of in taskSchemas ? ['if', 'input', 'output', 'export', 'timeout', 'then', 'metadata'] : [])
  const { properties, ...rest } = schema as JsonSchema & { properties: Record<string, JsonSchema> }
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !common.has(name)))
  return fieldTable(
    { ...rest, properties: own },
    { files: {}, caps: {}, meaning: path => meaningOfPlaybookField(of, path) },
  )
}
