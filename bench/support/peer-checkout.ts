import { execFile } from 'node:child_process'
import { access, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '@svc/plugin'
import { root } from './process.ts'

const run = promisify(execFile)
/** The folder of the packages that are this repository's own: links to its workspaces. */
const ownScope = '@svc'

/**
 * The sources of another commit below `.runtime/peers`, ready to start, made when they are not there yet.
 * @throws Error that says in one line why they cannot be had, such as a shallow clone
 */
export async function peerCheckout(commit: string): Promise<string> {
  const folder = join(root, '.runtime/peers', commit)
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return folder
  const made = `${folder}.new`
  await rm(made, { recursive: true, force: true })
  await mkdir(made, { recursive: true })
  try {
    const archive = join(made, 'sources.tar')
    await run('git', ['archive', `--output=${archive}`, commit], { cwd: root })
    await run('tar', ['-xf', archive, '-C', made])
    await rm(archive)
    await addPackages(made)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw new Error(
      `The sources of ${commit} cannot be had: ${messageOf(error).trim().replaceAll(/\s+/g, ' ')}. A shallow clone gets them by git fetch --unshallow.`,
      { cause: error },
    )
  }
  await rename(made, folder)
  return folder
}

/** This checkout's packages where the lock is the same, with links to the workspaces of the other commit; else its own. */
async function addPackages(folder: string): Promise<void> {
  const lockOf = (checkout: string) => readFile(join(checkout, 'package-lock.json'), 'utf8')
  if ((await lockOf(folder)) !== (await lockOf(root))) {
    const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, env: { ...process.env, PATH: path } })
    return
  }
  const from = join(root, 'node_modules')
  await mkdir(join(folder, 'node_modules', ownScope), { recursive: true })
  for (const name of await readdir(from))
    if (name !== ownScope) await symlink(join(from, name), join(folder, 'node_modules', name))
  // Copied links: they are relative, so they lead to the other commit's workspaces.
  await run('cp', ['-a', `${join(from, ownScope)}/.`, join(folder, 'node_modules', ownScope)])
}
