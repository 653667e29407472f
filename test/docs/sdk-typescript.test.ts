import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import { ownTemporaryFolder } from '../support/own-temporary-folder.ts'
import { repositoryRoot } from '../support/repository.ts'

const run = promisify(execFile)
const folder = ownTemporaryFolder()

beforeEach(async () => {
  const page = await readFile(join(repositoryRoot, 'docs/sdk-typescript.md'), 'utf8')
  const programs = Array.from(page.matchAll(/```ts\n(.*?)```/gs), ([, program]) => program)
  expect(programs.length).toBeGreaterThanOrEqual(6)
  await writeFile(join(folder(), 'manual.mts'), programs.join('\n'))
  await mkdir(join(folder(), 'node_modules/@svc'), { recursive: true })
  await symlink(join(repositoryRoot, 'sdk/typescript'), join(folder(), 'node_modules/@svc/sdk'))
})

describe('the programs of docs/sdk-typescript.md', () => {
  it('run in their order', async () => {
    const manifests = join(folder(), 'manifests')
    await cp(join(repositoryRoot, 'manifests'), manifests, { recursive: true })
    const server = await startTestKernel({ manifests })
    const { stdout } = await run(process.execPath, ['--conditions=svc-source', 'manual.mts'], {
      cwd: folder(),
      env: { PATH: process.env['PATH'], SVC_BASE_URL: server.url, SVC_API_KEY: server.key },
    }).finally(() => server.stop())
    for (const part of [
      'svc/offline',
      'The blue whale is the largest animal.',
      'Water the plants',
      'succeeded',
      "[ [ 'blue' ] ]",
      'Whales',
      '12 12',
      '{ width: 50, ended: false }',
      'not_found req_',
    ]) {
      expect(stdout).toContain(part)
    }
    expect(await readFile(join(folder(), 'copy.mp4'), 'utf8')).toBe('Whales sing.')
  })

  it('are typed', async () => {
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      customConditions: ['svc-source'],
      types: ['node'],
      typeRoots: [join(repositoryRoot, 'node_modules/@types')],
    }
    await writeFile(join(folder(), 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manual.mts'] }))
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const said = await run(process.execPath, [compiler], { cwd: folder() }).catch((error: { stdout: string }) => error)
    expect(said.stdout).toBe('')
  })
})
