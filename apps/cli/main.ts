import { enableCompileCache } from 'node:module'

enableCompileCache()
const [first] = process.argv.slice(2)
if (first === 'start') {
  // The server takes over this process: flags, signals and exit codes are its own.
  process.argv.splice(2, 1)
  await import('../server/main.ts')
} else if (first === 'worker') {
  process.argv.splice(2, 1)
  await import('../worker/main.ts')
} else if (first === 'dev-server' && process.send) {
  // Started by `svc plugin dev`, which talks to it.
  const { runDevServer } = await import('./dev/dev-server.ts')
  runDevServer(process)
} else if (first === '--version') {
  const { version } = await import('./version.ts')
  process.stdout.write(`${version()}\n`)
} else {
  const { runCommandLine } = await import('./run-command-line.ts')
  await runCommandLine(process)
}
