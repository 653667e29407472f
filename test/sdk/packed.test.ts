import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packSdk } from '../../scripts/build/pack-sdk.ts'
import type { SdkPackage } from '../../plugins/developer/sdk-packages.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { repositoryRoot } from '../support/repository.ts'
import { oldestNode } from '../support/programs/oldest-node.ts'
import { startServerProcess } from '../support/programs/server-process.ts'

const run = promisify(execFile)
const nodes = [process.execPath, await oldestNode()].filter(node => node !== null)
const quickstart = `
import { SvcClient } from '@svc/sdk'
const client = new SvcClient()
const session = await client.conversations.create()
for await (const event of session.stream('Summarise my open tasks')) if (event.type === 'content') process.stdout.write(event.delta)
`

let server: TestKernel
let folder: string
let file: string
let packages: SdkPackage[]
let sdk: SdkPackage | undefined

beforeAll(async () => {
  const packed = await packSdk(repositoryRoot)
  packages = JSON.parse(await readFile(join(packed, 'sdks.json'), 'utf8')) as SdkPackage[]
  sdk = packages.find(({ language }) => language === 'typescript')
  file = join(packed, sdk?.file ?? '')
  server = await startTestKernel({
    plugins: ['developer', 'models', 'model-providers', 'conversations', 'tools', 'files'],
  })
  folder = await mkdtemp(join(tmpdir(), 'svc-sdk-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const environment = () => ({ PATH: process.env['PATH'], SVC_BASE_URL: server.url, SVC_API_KEY: server.key })

it('is what its list says', async () => {
  const bytes = await readFile(file)
  expect(sdk).toMatchObject({ language: 'typescript', package: '@svc/sdk', version: '0.1.0' })
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sdk?.sha256)
})

it('has nothing that publint remarks', async () => {
  const { buffer } = new Uint8Array(await readFile(file))
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: buffer } })
  expect(pkg['name']).toBe('@svc/sdk')
  expect(messages.map(message => formatMessage(message, pkg, { color: false }))).toEqual([])
})

// A server that runs from its sources has built no packages.
it.skipIf(process.env['SVC_TEST_BUILD'] === undefined)('is handed out by a server, without a key', async () => {
  const started = startServerProcess({ home: await mkdtemp(join(folder, 'home-')) })
  const url = await started.ready
  const platform = (await (await fetch(`${url}/api/developer/platform`)).json()) as { sdks: unknown[] }
  const commands: Record<string, string> = { typescript: 'npm install', python: 'pip install' }
  expect(platform.sdks).toEqual(
    packages.map(({ file: name, ...rest }) => {
      const download_url = `${url}/api/developer/sdks/${name}`
      return { ...rest, download_url, install: `${commands[rest.language]} ${download_url}` }
    }),
  )
  for (const { file: name, language } of packages) {
    const served = await fetch(`${url}/api/developer/sdks/${name}`)
    expect(served.headers.get('content-type')).toBe(language === 'python' ? 'application/zip' : 'application/gzip')
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(join(dirname(file), name)))).toBe(true)
  }
  expect((await fetch(`${url}/api/developer/sdks/sdks.json`)).status).toBe(404)
  started.signal('SIGTERM')
  await started.exited
})

it.each(nodes)('runs the quickstart, as ESM: %s', async node => {
  await writeFile(join(folder, 'quickstart.mjs'), quickstart)
  const { stdout } = await run(node, ['quickstart.mjs'], { cwd: folder, env: environment() })
  expect(stdout).toContain('svc/offline')
})

it.each(nodes)('sends and reads files, pages and events: %s', async node => {
  const program = `
import { openAsBlob } from 'node:fs'
import { SvcClient } from '@svc/sdk'
const client = new SvcClient()
const path = \`from-\${process.version}.mjs\`
const file = await client.files.uploadLarge(await openAsBlob('files.mjs'), { path, chunkSize: 100 })
const { response } = await client.files.content(file.file_id).withResponse()
const names = []
for await (const each of client.files.list({ limit: 1 })) names.push(each.path)
const events = client.events.subscribe({ types: ['file.*'] })
// Again and again, since a change from before the server has the subscription is no event of it.
const changing = setInterval(() => client.files.write({ path: 'changing.txt', text: String(Math.random()) }), 50)
for await (const { type } of events) { console.log(response.status, names.includes(path), type); break }
clearInterval(changing)
`
  await writeFile(join(folder, 'files.mjs'), program)
  const { stdout } = await run(node, ['files.mjs'], { cwd: folder, env: environment() })
  expect(stdout).toMatch(/^200 true file\.\w+\n$/)
})

it.each(nodes)('is there for require: %s', async node => {
  const script = `const { SvcClient, NotFoundError } = require('@svc/sdk')
new SvcClient().memory.get('x').catch(error => console.log(error instanceof NotFoundError, error.status))`
  await writeFile(join(folder, 'required.cjs'), script)
  const { stdout } = await run(node, ['required.cjs'], { cwd: folder, env: environment() })
  expect(stdout).toBe('true 404\n')
})

it.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('is typed, with modules of %s found as %s', async (module, moduleResolution) => {
  const wrong = `
import type { Conversation, MemoryDocument, MemoryResult, ToolManifest } from '@svc/sdk/types'
const conversation: Conversation = session
const results: readonly MemoryResult[] = await client.memory.search('x', { top_k: 3 })
const newer: string = (await client.jobs.get('x')).state
const { plots } = await client.stats.analyze({ method: 't_test_one_sample', variables: { dependent: 'x' } })
const title: string | undefined = plots[0]?.title
const { job_id } = await client.stats.analyze({ method: 't_test_one_sample', mode: 'job' })
const { output } = await client.agentApps.run('csv-profile')
const { bytes } = await client.data.import({ content: 'a' })
client.jobs.work<{ text: string }>({ kinds: ['x'] }, ({ payload }) => payload.text)
// @ts-expect-error a run in the background has no output yet
const { output: none } = await client.agentApps.run('csv-profile', {}, { runner: 'job' })
// @ts-expect-error a field that is not there
conversation.nothing
// @ts-expect-error a field that nobody knows
client.memory.add({ content: 'x', colour: 'blue' })
// @ts-expect-error no content
client.memory.add({})
// @ts-expect-error an option that is not there
client.memory.search('x', { topK: 3 })
// @ts-expect-error a value that is not among the known ones
client.workspace.tasks.list({ status: 'nonsense' })
export { newer, results, title, job_id, output, bytes }
export type { MemoryDocument, ToolManifest }
`
  const types = join(repositoryRoot, 'node_modules/@types')
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  await cp(join(types, 'node'), join(folder, 'node_modules/@types/node'), { recursive: true })
  await cp(join(repositoryRoot, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), {
    recursive: true,
  })
  await writeFile(join(folder, 'program.ts'), quickstart + wrong)
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module,
    moduleResolution,
    noEmit: true,
    types: ['node'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const said = await run(process.execPath, [compiler], { cwd: folder }).catch((error: { stdout: string }) => error)
  expect(said.stdout).toBe('')
})

it('is one script of at most 25 kB of everything, minified and compressed', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(folder, 'node_modules/@svc/sdk/dist/index.js')],
    metafile: true,
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  expect(Object.keys(metafile.inputs)).toHaveLength(1)
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(25_000)
})
