import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { sdkFiles } from './sdk-files.ts'
import { packWheel } from './wheel.ts'

const list = 'sdks.json'
// The same sources make the same bytes, on every machine and on every day.
const date = new Date('2026-01-01T00:00:00Z')

/**
 * The packages as `npm install` and `pip install` take them, beside a list of what lies there, for the plugin that hands them out. The
 * folder is named for the sources: as long as they stay, it is made once.
 */
export async function packSdk(root: string): Promise<string> {
  const output = join(root, 'dist/.sdks', await stateOf(root))
  if (existsSync(join(output, list))) return output
  await mkdir(output, { recursive: true })
  const made = [{ language: 'typescript', ...(await packTarball(root, output)) }]
  // Records without a client that asks for them are of no use to anybody.
  if (existsSync(join(root, 'sdk/python/src/svc_sdk/client.py')))
    made.push({ language: 'python', ...(await packWheel(root, output)) })
  const packages = await Promise.all(
    made.map(async each => ({ ...each, sha256: sha256Of(await readFile(join(output, each.file))) })),
  )
  await writeFile(join(output, list), `${JSON.stringify(packages, null, 2)}\n`)
  return output
}

async function packTarball(root: string, output: string): Promise<{ package: string; version: string; file: string }> {
  const files = await sdkFiles(root)
  const { name, version } = JSON.parse(files.get('package.json') ?? '') as { name: string; version: string }
  const tar = pack()
  for (const [path, content] of files) tar.entry({ name: `package/${path}`, mtime: date, mode: 0o644 }, content)
  tar.finalize()
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  await writeFile(join(output, file), gzipSync(await buffer(tar), { level: 9 }))
  return { package: name, version, file }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function stateOf(root: string): Promise<string> {
  const state = createHash('sha256')
  const sources = ['sdk/typescript/{src/**/*.ts,*.json,*.md}', 'sdk/python/{src/**/*.py,*.toml,*.md}', 'LICENSE']
  for (const file of globSync([...sources, 'scripts/build/{pack-sdk,wheel}.ts'], { cwd: root }).sort()) {
    state.update(`${file}\n`).update(await readFile(join(root, file)))
  }
  return state.digest('hex').slice(0, 16)
}
