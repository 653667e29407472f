import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'
import type { CommandServices } from './command-services.ts'

const folder = {
  name: 'folder',
  description: 'an app, or a folder of apps; default: the folder of all apps',
  required: false,
}
const app = { name: 'app', description: "the app's name", required: true }

/** `svc app …`. Each is loaded when it is called. */
export function appCommands(services: CommandServices): CliCommand[] {
  return [
    {
      name: 'app new',
      summary: 'Make a new agent app: a folder that validates, runs and has a passing test',
      arguments: [{ name: 'name', description: 'its name and that of its folder: a-z, 0-9 and -', required: true }],
      options: [
        { flags: '--prompt', description: 'a prompt-only app, without code' },
        { flags: '--description <text>', description: 'one sentence for people' },
      ],
      run: async context => (await import('./new-app.ts')).newApp(context, services),
    },
    {
      name: 'app validate',
      summary: 'Check agent apps: manifest, schemas, examples, and whether the code compiles',
      arguments: [folder],
      run: async context => (await import('./validate-apps.ts')).validateApps(context, services),
    },
    {
      name: 'app test',
      summary: "Run agent apps' tests in the real sandbox, without network and model key",
      arguments: [folder],
      run: async context => (await import('./test-apps.ts')).testApps(context, services),
    },
    {
      name: 'app dev',
      summary: 'Watch an agent app; on each change check it and run its first example',
      arguments: [{ ...folder, description: 'the app', required: true }],
      run: async context => (await import('./dev-app.ts')).devApp(context, services),
    },
    {
      name: 'app types',
      summary: "Write generated/inputs.ts, the TypeScript types of an app's inputs and config",
      arguments: [{ ...folder, description: 'the app', required: true }],
      run: async context => (await import('./app-types.ts')).writeAppTypes(context, services),
    },
    {
      name: 'app list',
      summary: 'List the agent apps of the server',
      run: async (context: CliContext) => (await import('./list-apps.ts')).listApps(context),
    },
    {
      name: 'app run',
      summary: 'Run an agent app: svc app run csv-profile --csv @cars.csv',
      arguments: [app],
      options: [
        {
          flags: '--inputs <json>',
          description: 'all inputs, as JSON or as @file.json; each is also a flag of its own',
        },
      ],
      passThrough: true,
      run: async (context: CliContext) => (await import('./run-app.ts')).runApp(context),
    },
  ]
}
