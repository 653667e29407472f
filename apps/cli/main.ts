import { enableCompileCache } from 'node:module'

enableCompileCache()
if (process.argv[2] === 'start') {
  // The server takes over this process: flags, signals and exit codes are its own.
  process.argv.splice(2, 1)
  await import('../server/main.ts')
} else if (process.argv[2] === 'worker') {
  process.argv.splice(2, 1)
  await import('../worker/main.ts')
} else {
  const { runCommandLine } = await import('./run-command-line.ts')
  await runCommandLine(process)
}
