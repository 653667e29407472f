import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'
import type { CommandServices } from './command-services.ts'

const folder = {
  name: 'folder',
  description: 'a tool, or a folder of tools; default: the folder of all apps and tools',
  required: false,
}

/** `svc tool …`. Each is loaded when it is called. */
export function toolCommands(services: CommandServices): CliCommand[] {
  return [
    {
      name: 'tool new',
      summary: 'Make a new sandboxed tool: a folder that validates and has a passing test',
      arguments: [{ name: 'name', description: 'its name and that of its folder: a-z, 0-9 and -', required: true }],
      options: [
        { flags: '--description <text>', description: 'what it does and when to use it: models choose by this' },
      ],
      run: async context => (await import('./new-app.ts')).newTool(context, services),
    },
    {
      name: 'tool validate',
      summary: 'Check sandboxed tools: manifest, schemas, examples, and whether the code compiles',
      arguments: [folder],
      run: async context => (await import('./validate-apps.ts')).validateApps(context, services, 'tool'),
    },
    {
      name: 'tool test',
      summary: "Run sandboxed tools' tests in the real sandbox, without network and model key",
      arguments: [folder],
      run: async context => (await import('./test-apps.ts')).testApps(context, services, 'tool'),
    },
    {
      name: 'tool dev',
      summary: 'Watch a sandboxed tool; on each change check it and call it with its first example',
      arguments: [{ ...folder, description: 'the tool', required: true }],
      run: async context => (await import('./dev-app.ts')).devApp(context, services),
    },
    {
      name: 'tool types',
      summary: "Write generated/input.ts, the TypeScript types of a tool's input and config",
      arguments: [{ ...folder, description: 'the tool', required: true }],
      run: async context => (await import('./app-types.ts')).writeAppTypes(context, services),
    },
    {
      name: 'tool list',
      summary: 'List the tools of the server, and the folders that keep a tool from being one',
      run: async (context: CliContext) => (await import('./list-tools.ts')).listTools(context),
    },
    {
      name: 'tool call',
      summary: 'Call a tool: svc tool call calculator --expression "2 + 2"',
      arguments: [{ name: 'tool', description: "the tool's name", required: true }],
      options: [
        {
          flags: '--arguments <json>',
          description: 'all arguments, as JSON or as @file.json; each is also a flag of its own',
        },
      ],
      passThrough: true,
      run: async (context: CliContext) => (await import('./call-tool.ts')).callTool(context),
    },
  ]
}
