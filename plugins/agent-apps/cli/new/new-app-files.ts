export interface NewApp {
  name: string
  description: string
  /** How `svc` is called here, for the commands in its README. */
  svc: string
}

export type Files = Record<string, string>

const greeter = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, default: 'World', description: 'Who is greeted' },
    times: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'How often' },
  },
  additionalProperties: false,
}

const mainFile = `import { defineAgentApp } from '@svc/sdk/agent-app'

interface Inputs {
  name: string
  times: number
}

export default defineAgentApp<Inputs>({
  run(ctx) {
    const { name, times } = ctx.inputs
    ctx.log(\`greeting \${name}\`)
    const greetings = Array.from({ length: times }, () => \`Hello, \${name}!\`)
    return { greetings }
  },
})
`

/** A small app with code. */
export function moduleAppFiles(app: NewApp): Files {
  return {
    'manifest.json': json({
      ...manifestOf(app),
      entry: { type: 'module', file: 'main.ts' },
      inputs: greeter,
      outputs: {
        type: 'object',
        properties: { greetings: { type: 'array', items: { type: 'string' } } },
        required: ['greetings'],
        additionalProperties: false,
      },
      permissions: {},
    }),
    'main.ts': mainFile,
    'examples/ada.json': json({ title: 'Ada, twice', inputs: { name: 'Ada', times: 2 } }),
    'tests/greets.test.json': json({
      title: 'greets by name',
      inputs: { name: 'Ada' },
      expect: { status: 'succeeded', output: { greetings: ['Hello, Ada!'] }, logs: ['greeting Ada'] },
    }),
    'README.md': readmeOf(app, '`main.ts` is the code', `app run ${app.name} --name Ada --times 2`),
    'icon.svg': icon,
  }
}

/** A prompt, and no code. */
export function promptAppFiles(app: NewApp): Files {
  return {
    'manifest.json': json({
      ...manifestOf(app),
      entry: { type: 'prompt', file: 'prompt.md' },
      inputs: {
        type: 'object',
        properties: {
          text: {
            type: 'string',
            minLength: 1,
            maxLength: 20000,
            description: 'What is summarised',
            'x-ui': { widget: 'textarea' },
          },
        },
        required: ['text'],
        additionalProperties: false,
      },
      outputs: {
        type: 'object',
        properties: { summary: { type: 'string' } },
        required: ['summary'],
        additionalProperties: false,
      },
    }),
    'prompt.md':
      'Summarise the text between the lines in one sentence, in its own language.\n\n---\n{{inputs.text}}\n---\n',
    'examples/note.json': json({
      title: 'A note',
      inputs: { text: 'The meeting moved from Monday to Tuesday, because the room was taken.' },
    }),
    'tests/summarises.test.json': json({
      title: "answers the model's summary",
      inputs: { text: 'The meeting moved from Monday to Tuesday.' },
      mocks: {
        agent: [{ when: { prompt: 'from Monday to Tuesday' }, result: { summary: 'The meeting is on Tuesday.' } }],
      },
      expect: { status: 'succeeded', output: { summary: 'The meeting is on Tuesday.' } },
    }),
    'README.md': readmeOf(app, '`prompt.md` is what the model is asked', `app run ${app.name} --text @note.txt`),
    'icon.svg': icon,
  }
}

function manifestOf({ name, description }: NewApp): object {
  return { manifest_version: '1', name, version: '0.1.0', display_name: titleOf(name), description }
}

export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function readmeOf({ name, description, svc }: NewApp, what: string, command: string): string {
  const commands = [`app validate ${name}`, `app test ${name}`, command]
  return `# ${titleOf(name)}

${description}.

\`manifest.json\` says what the app takes and may do; ${what}; \`tests/\` holds its tests.

\`\`\`sh
${commands.map(words => `${svc} ${words}`).join('\n')}
\`\`\`
`
}

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2">
  <rect x="4" y="4" width="16" height="16" rx="4" />
  <path d="M9 12h6M12 9v6" />
</svg>
`

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
