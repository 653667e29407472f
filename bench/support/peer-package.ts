import { execFile } from 'node:child_process'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '@svc/plugin'
import { root } from './process.ts'

const run = promisify(execFile)

/**
 * A folder with a package that is only measured, below `.runtime/peers`, from the npm registry when it is not there yet: it would make every
 * install larger. @throws Error that says in one line why it cannot be had
 */
export async function peerPackage(name: string, version: string): Promise<string> {
  const folder = join(root, '.runtime/peers', `${name.replace(/^@/, '').replace('/', '-')}-${version}`)
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (isThere) return folder
  const made = `${folder}.new`
  await rm(made, { recursive: true, force: true })
  await mkdir(made, { recursive: true })
  await writeFile(join(made, 'package.json'), '{"private":true}')
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
  try {
    await run('npm', ['install', ...flags, `${name}@${version}`], { cwd: made, env: { ...process.env, PATH: path } })
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    const reason = messageOf(error).trim().replaceAll(/\s+/g, ' ')
    throw new Error(`${name} ${version} cannot be had: ${reason}`, { cause: error })
  }
  await rename(made, folder)
  return folder
}
