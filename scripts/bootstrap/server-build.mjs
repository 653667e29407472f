import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSources } from './known-build.mjs'
import { BootstrapError, say } from './report.mjs'
import { fromSources } from './requests.mjs'

/**
 * Where the build of these very sources stands, if it was made. Each state of the sources has a folder of its own: one that is
 * there is whole and fresh, and a server that runs from an older one goes on finding its files.
 * @param {string} root
 */
export function serverBuild(root) {
  const folder = join(root, 'dist', fingerprint(root))
  return { folder, isThere: existsSync(folder) }
}

/**
 * The build of the sources as they are, made when there is none.
 * @param {string} root
 * @param {string} node
 * @returns {Promise<string>} its folder
 */
export async function freshServerBuild(root, node) {
  const before = serverBuild(root)
  if (before.isThere) return before.folder

  say('Building the server …')
  const args = [...fromSources, join(root, 'scripts/build-server.ts')]
  // Its remarks must not get into the standard output of a command.
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new BootstrapError('The server could not be built: see above. Nothing was started.')
  const after = serverBuild(root)
  if (after.isThere) return after.folder
  throw new BootstrapError('The sources changed after they were built. Run the command again.')
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256')
  for (const path of buildSources(root).filter(path => existsSync(join(root, path)))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
