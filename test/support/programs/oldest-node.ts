import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../repository.ts'

const run = promisify(execFile)
const version = '20.20.2'

/**
 * The oldest Node that @svc/sdk supports: what `SVC_TEST_NODE_20` names, else a package of the registry, which is fetched once into
 * `.runtime/`. Null, with words, where neither is to be had.
 */
export async function oldestNode(): Promise<string | null> {
  const named = process.env['SVC_TEST_NODE_20']
  if (named) return named
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(repositoryRoot, '.runtime/node-20')
  const executable = join(folder, 'node_modules', name, 'bin/node')
  if (!existsSync(executable)) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"private":true}\n')
    const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--fetch-retries=0']
    await run('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`]).catch(() => undefined)
  }
  const { stdout } = await run(executable, ['--version']).catch(() => ({ stdout: '' }))
  if (stdout.trim() === `v${version}`) return executable
  console.warn(`SKIPPED: no Node ${version}, so @svc/sdk ran on ${process.version} alone. SVC_TEST_NODE_20 names one.`)
  return null
}
