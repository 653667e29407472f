import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'

const file = { name: 'file', description: 'its path in the workspace, or its id', required: true }

/** `svc files …`. Each is loaded when it is called. */
export function fileCommands(): CliCommand[] {
  return [
    {
      name: 'files upload',
      summary: 'Upload a file: svc files upload q3.pdf reports/2026/',
      arguments: [
        { name: 'source', description: 'a file on this machine; /dev/stdin for what is piped in', required: true },
        { name: 'path', description: 'where it goes; with / at its end a folder; default: its name', required: false },
      ],
      options: [{ flags: '--new', description: 'fail when there is a file at the path' }],
      run: async (context: CliContext) => (await import('./upload-file.ts')).uploadFile(context),
    },
    {
      name: 'files download',
      summary: 'Download a file: svc files download reports/2026/q3.pdf',
      arguments: [file, { name: 'target', description: 'where to; default: its name', required: false }],
      options: [
        { flags: '--force', description: 'write over a file that is there' },
        { flags: '--stdout', description: 'write the content to standard output' },
      ],
      run: async (context: CliContext) => (await import('./download-file.ts')).downloadFile(context),
    },
    {
      name: 'files list',
      summary: 'List the files of the workspace, or of one folder',
      arguments: [{ name: 'folder', description: 'a folder; default: all', required: false }],
      options: [{ flags: '--search <words>', description: 'only files whose path has these words' }],
      run: async (context: CliContext) => (await import('./list-files.ts')).listFiles(context),
    },
    {
      name: 'files delete',
      summary: 'Move a file to the trash',
      arguments: [file],
      run: async (context: CliContext) => (await import('./delete-file.ts')).deleteFile(context),
    },
    {
      name: 'files restore',
      summary: 'Bring a file back out of the trash',
      arguments: [
        { name: 'file_id', description: 'its id, as "files delete" told it', required: true },
        { name: 'path', description: 'where to; default: where it was', required: false },
      ],
      run: async (context: CliContext) => (await import('./restore-file.ts')).restoreFile(context),
    },
  ]
}
