import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { BootstrapError, say } from './report.mjs'

const oldestMajor = 24
const pinnedVersion = '24.21.0'

/**
 * The Node to run in: this one when it is new enough, else the one that was fetched earlier.
 * @param {string} root
 * @returns {string | null}
 */
export function nodeAtHand(root) {
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) return process.execPath

  const { executable, stamp } = places(root)
  if (!existsSync(executable)) return null
  // The stamp is written after the last byte: without it the package may be half there.
  if (readStamp(stamp) === pinnedVersion) return executable
  return null
}

/**
 * Fetches the pinned Node as an ordinary registry package into `.runtime/`.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function installNode(root) {
  const { folder, executable, stamp, name } = places(root)
  if (!runs(executable)) {
    say(
      `Installing Node ${pinnedVersion} into .runtime/ (190 MB, some 10 s; this is ${process.version}, and svc needs ${oldestMajor} or newer) …`,
    )
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // Without a package.json of its own npm could take the checkout's.
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
    await npm(['install', '--no-save', '--no-package-lock', '--prefix', folder, `${name}@${pinnedVersion}`], {
      cwd: folder,
    })
  }
  if (!runs(executable)) {
    throw new BootstrapError(
      `Node ${pinnedVersion} was fetched but does not start on this machine (${process.platform}-${process.arch}). ` +
        `Install Node ${oldestMajor} or newer yourself, put it first on PATH and run the command again.`,
    )
  }
  writeFileSync(stamp, `${pinnedVersion}\n`)
  return executable
}

/** @param {string} root */
function places(root) {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const folder = join(root, '.runtime')
  return {
    name,
    folder,
    executable: join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node'),
    stamp: join(folder, 'node-version'),
  }
}

/** @param {string} file */
function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** @param {string} executable */
function runs(executable) {
  if (!existsSync(executable)) return false
  const answer = spawnSync(executable, ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.trim() === `v${pinnedVersion}`
}
