import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BootstrapError } from './report.mjs'

/** What makes Node take our own packages from their sources. */
export const fromSources = ['--conditions=svc-source']

/**
 * @param {string} root
 * @param {string[]} request what follows `node`
 */
export function fileRequest(root, [file, ...args]) {
  if (!file) throw new BootstrapError('Name a file: node scripts/bootstrap.mjs node <file> …')
  return [join(root, file), ...args]
}

/**
 * @param {string} root
 * @param {string[]} request
 */
export function toolRequest(root, [name, ...args]) {
  const file = name && findTool(root, name)
  if (!file) {
    throw new BootstrapError(
      `No package brings a program "${name ?? ''}". Ask for "start", "svc", "node <file>", "test" or a program in node_modules/.bin.`,
    )
  }
  return [file, ...args]
}

/**
 * The script behind a program of our own dependencies. `node_modules/.bin` is no help on Windows, where it holds shell wrappers.
 * @param {string} root
 * @param {string} tool
 */
function findTool(root, tool) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys({ ...devDependencies, ...dependencies })) {
    const folder = join(root, 'node_modules', name)
    if (!existsSync(join(folder, 'package.json'))) continue
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const programs = typeof bin === 'string' ? { [name.split('/').at(-1)]: bin } : (bin ?? {})
    if (programs[tool]) return join(folder, programs[tool])
  }
  return null
}
