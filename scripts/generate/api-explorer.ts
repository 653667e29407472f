import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const output = fileURLToPath(new URL('../../plugins/developer/generated/api-explorer.js', import.meta.url))

/**
 * The explorer as one file. Its package brings 500 MB of a framework's sources and icons that only its own build needs, so servers do not
 * install it.
 */
export async function generateApiExplorer(): Promise<Map<string, string>> {
  // It stands beside the entry of its package, but is not among the exports.
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference')
  const [script, manifest] = await Promise.all([
    readFile(join(dirname(entry), 'browser/standalone.js'), 'utf8'),
    readFile(join(dirname(entry), '../package.json'), 'utf8'),
  ])
  const { version, license } = JSON.parse(manifest) as { version: string; license: string }
  const banner = `/*! Generated from @scalar/api-reference ${version} (${license}, by Scalar) by npm run generate. Do not edit. */\n`
  return new Map([[output, banner + script]])
}
