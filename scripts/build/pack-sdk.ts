import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { sdkFiles } from './sdk-files.ts'

const list = 'sdks.json'
// The same sources make the same bytes, on every machine and on every day.
const date = new Date('2026-01-01T00:00:00Z')

/**
 * The package as `npm install` takes it, beside a list of what lies there, for the plugin that hands it out. The folder is named for the
 * sources: as long as they stay, it is made once.
 */
export async function packSdk(root: string): Promise<string> {
  const output = join(root, 'dist/.sdks', await stateOf(join(root, 'sdk/typescript')))
  if (existsSync(join(output, list))) return output
  const files = await sdkFiles(root)
  const { name, version } = JSON.parse(files.get('package.json') ?? '') as { name: string; version: string }
  const tar = pack()
  for (const [path, content] of files) tar.entry({ name: `package/${path}`, mtime: date, mode: 0o644 }, content)
  tar.finalize()
  const bytes = gzipSync(await buffer(tar), { level: 9 })
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await mkdir(output, { recursive: true })
  await writeFile(join(output, file), bytes)
  const packages = [{ language: 'typescript', package: name, version, file, sha256 }]
  await writeFile(join(output, list), `${JSON.stringify(packages, null, 2)}\n`)
  return output
}

async function stateOf(folder: string): Promise<string> {
  const state = createHash('sha256')
  for (const file of globSync(['src/**/*.ts', '*.json', '*.md'], { cwd: folder }).sort()) {
    state.update(`${file}\n`).update(await readFile(join(folder, file)))
  }
  return state.digest('hex').slice(0, 16)
}
