import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** What `@svc/sdk/agent-app` is inside an app: its files by relative path, handed to the compiler with the app's own. */
export interface SdkRuntime {
  files: Record<string, string>
  entry: string
  /** Changes with the SDK's files and with the compiler's version: a part of the cache's keys. */
  fingerprint: string
}

// The shape of what the cache holds; a new one leaves old entries unread.
const cacheFormat = 1

/** Reads the SDK's runtime as it is installed; its folder holds all that its entry imports. */
export async function readSdkRuntime(): Promise<SdkRuntime> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@svc/sdk/agent-app')
  const folder = dirname(entry)
  const names = (await readdir(folder))
    .filter(name => /\.(ts|js)$/.test(name) && !/\.(d|test)\.(ts|js)$/.test(name))
    .sort()
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const files = Object.fromEntries(names.map((name, i) => [name, texts[i]!]))
  const { version } = JSON.parse(await readFile(require.resolve('esbuild-wasm/package.json'), 'utf8')) as {
    version: string
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([cacheFormat, version, files]))
    .digest('hex')
  return { files, entry: basename(entry), fingerprint }
}
