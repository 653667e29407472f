import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const run = promisify(execFile)
const packages = [
  { folder: 'sdk/plugin', projects: ['tsconfig.build.json'] },
  { folder: 'sdk/typescript', projects: ['tsconfig.build.json', 'tsconfig.cjs.json'] },
]

/** Emits the published packages and looks at them as their installers will. */
export async function buildSdkPackages(root: string): Promise<void> {
  await Promise.all(packages.map(({ folder, projects }) => emit(root, folder, projects)))
  await writeFile(join(root, 'sdk/typescript/dist/cjs/package.json'), '{ "type": "commonjs" }\n')
  for (const { folder } of packages) await lint(join(root, folder))
}

async function emit(root: string, folder: string, projects: readonly string[]): Promise<void> {
  await rm(join(root, folder, 'dist'), { recursive: true, force: true })
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  try {
    for (const project of projects)
      await run(process.execPath, [compiler, '--project', join(folder, project)], { cwd: root })
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`${folder} does not compile:\n${output}`, { cause: error })
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
