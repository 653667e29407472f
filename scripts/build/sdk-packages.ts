import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { sdkFiles } from './sdk-files.ts'

const run = promisify(execFile)
/** Emits the published packages and looks at them as their installers will. */
export async function buildSdkPackages(root: string): Promise<void> {
  await Promise.all([emitPluginPackage(root), emitSdk(root)])
  for (const folder of ['sdk/plugin', 'sdk/typescript']) await lint(join(root, folder))
}

async function emitPluginPackage(root: string): Promise<void> {
  const folder = 'sdk/plugin'
  await rm(join(root, folder, 'dist'), { recursive: true, force: true })
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  try {
    await run(process.execPath, [compiler, '--project', join(folder, 'tsconfig.build.json')], { cwd: root })
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`${folder} does not compile:\n${output}`, { cause: error })
  }
  console.log(`built ${folder}/dist`)
}

/** What the server hands out, for its publisher. */
async function emitSdk(root: string): Promise<void> {
  const folder = 'sdk/typescript'
  await rm(join(root, folder, 'dist'), { recursive: true, force: true })
  for (const [path, content] of await sdkFiles(root)) {
    if (!path.startsWith('dist/')) continue
    await mkdir(join(root, folder, dirname(path)), { recursive: true })
    await writeFile(join(root, folder, path), content)
  }
  console.log(`built ${folder}/dist`)
}

async function lint(folder: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: 'npm' })
  const name = String(pkg['name'])
  for (const message of messages) console.log(`publint ${name}: ${message.type}: ${formatMessage(message, pkg)}`)
  if (messages.some(message => message.type === 'error')) throw new Error(`publint refuses ${name}`)
  console.log(`publint ${name}: ${messages.length === 0 ? 'nothing to say' : `${messages.length} remarks`}`)
}
