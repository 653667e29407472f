import type { CliCommand } from '@svc/plugin/contracts/cli'

const source = { flags: '--source <name>', description: 'only what came from there' }
const tag = { flags: '--tag <tag>', description: 'only what has this tag' }

/** `svc memory …`. Each is loaded when it is called. */
export function memoryCommands(): CliCommand[] {
  return [
    {
      name: 'memory add',
      summary: 'Remember a text: svc memory add "The staging database listens on port 6543."',
      arguments: [{ name: 'text', description: 'what to remember', required: true }],
      options: [
        { flags: '--source <name>', description: 'where it comes from' },
        { flags: '--tag <tag>', description: 'a word to filter by; may be given again', repeatable: true },
        { flags: '--force', description: 'keep it although it restates another' },
      ],
      run: async context => (await import('./add-memory.ts')).addMemory(context),
    },
    {
      name: 'memory search',
      summary: 'Find what is remembered: svc memory search "where does staging listen?"',
      arguments: [{ name: 'query', description: 'what is looked for, in any words', required: true }],
      options: [
        { flags: '--top <number>', description: 'how many results, 1 to 100; default: 5' },
        { ...tag, repeatable: true },
        source,
        { flags: '--mode <mode>', description: 'hybrid, keyword or semantic; default: hybrid' },
        { flags: '--explain', description: 'show the parts of each score' },
      ],
      run: async context => (await import('./search-memory.ts')).searchMemory(context),
    },
    {
      name: 'memory import',
      summary: 'Import files and folders: svc memory import docs/',
      arguments: [{ name: 'path', description: 'a file, or a folder with all below it', required: true }],
      options: [
        { flags: '--source <name>', description: 'where it all comes from; default: each file is its own source' },
        { flags: '--tag <tag>', description: 'for each document; may be given again', repeatable: true },
        { flags: '--background', description: 'do not wait until all of it can be found by meaning' },
      ],
      run: async context => (await import('./import-memory.ts')).importMemory(context),
    },
    {
      name: 'memory export',
      summary: 'Export as JSONL, to a file or to standard output',
      arguments: [{ name: 'file', description: 'where to write; default: standard output', required: false }],
      options: [source, tag],
      run: async context => (await import('./export-memory.ts')).exportMemory(context),
    },
    {
      name: 'memory list',
      summary: 'List what is remembered, newest first',
      options: [source, tag, { flags: '--limit <number>', description: '1 to 200; default: 50' }],
      run: async context => (await import('./list-memory.ts')).listMemory(context),
    },
    {
      name: 'memory delete',
      summary: 'Forget one document, or all that came from a source',
      arguments: [{ name: 'id', description: 'the id of the document', required: false }],
      options: [{ flags: '--source <name>', description: 'all that came from there' }],
      run: async context => (await import('./delete-memory.ts')).deleteMemory(context),
    },
  ]
}
