import { icon, json, titleOf } from './new-app-files.ts'
import type { Files, NewApp } from './new-app-files.ts'

const toolFile = `import { defineTool } from '@svc/sdk/agent-app'

interface Input {
  text: string
}

export default defineTool<Input>({
  run(input, ctx) {
    const words = input.text.split(/\\s+/).filter(word => word !== '')
    ctx.log.debug(\`counted \${words.length}\`)
    return { words: words.length }
  },
})
`

/** A small tool. */
export function toolFiles(tool: NewApp): Files {
  return {
    'tool.json': json({
      kind: 'tool',
      name: tool.name,
      version: '0.1.0',
      title: titleOf(tool.name),
      description: tool.description,
      input_schema: {
        type: 'object',
        properties: { text: { type: 'string', maxLength: 100000, description: 'What is counted' } },
        required: ['text'],
        additionalProperties: false,
      },
      output_schema: {
        type: 'object',
        properties: { words: { type: 'integer', minimum: 0 } },
        required: ['words'],
        additionalProperties: false,
      },
      effect: 'read',
    }),
    'tool.ts': toolFile,
    'examples/three.json': json({ title: 'Three words', inputs: { text: 'one two three' } }),
    'tests/counts.test.json': json({
      title: 'counts words',
      inputs: { text: 'one two\nthree' },
      expect: { status: 'succeeded', output: { words: 3 } },
    }),
    'README.md': readmeOf(tool),
    'icon.svg': icon,
  }
}

function readmeOf({ name, description, svc }: NewApp): string {
  const commands = [`tool validate ${name}`, `tool test ${name}`, `tool call ${name} --text "one two three"`]
  return `# ${titleOf(name)}

${description}.

\`tool.json\` says what the tool takes, gives and may do; \`tool.ts\` is the code; \`tests/\` holds its tests.

\`\`\`sh
${commands.map(words => `${svc} ${words}`).join('\n')}
\`\`\`
`
}
