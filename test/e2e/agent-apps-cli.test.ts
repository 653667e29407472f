import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import { svcProgram } from '../support/programs/svc-program.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const shipped = join(repositoryRoot, 'manifests')
const data = join(repositoryRoot, 'node_modules/vega-datasets/data')
let folder: string

const around = (env: Record<string, string>) => ({ cwd: folder, env: { SVC_HOME: join(folder, 'home'), ...env } })
const svc = (args: string[], env: Record<string, string> = {}) => runSvcHere(args, around(env))
const svcProcess = (args: string[], env: Record<string, string> = {}) => runSvc(args, around(env))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-cli-apps-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const calling = {
  manifest_version: '1',
  name: 'calling',
  version: '1.0.0',
  description: 'Calls a tool',
  entry: { type: 'module', file: 'main.ts' },
  inputs: { type: 'object' },
}

const typo = `import { defineAgentApp } from '@svc/sdk/agent-app'

export default defineAgentApp<{ name: string }>({
  run: ctx => \`Hello, \${ctx.inputs.nmae}!\`,
})
`

async function write(name: string, content: string | object): Promise<void> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
}

describe('svc app', () => {
  test('new makes a folder that validates, has a passing test, and types', async () => {
    expect(
      await svcProcess(['app', 'new', 'first', '--description', 'Greets people'], { SVC_COMMAND: './svc' }),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Made manifests/first'),
    })
    expect(JSON.parse(await readFile(join(folder, 'manifests/first/manifest.json'), 'utf8'))).toMatchObject({
      name: 'first',
      description: 'Greets people',
    })
    expect(await readFile(join(folder, 'manifests/first/README.md'), 'utf8')).toContain(
      '\n./svc app validate first\n./svc app test first\n./svc app run first',
    )
    expect((await svc(['app', 'new', 'second', '--prompt'])).code).toBe(0)
    expect(await svc(['app', 'validate'])).toMatchObject({ code: 0, stdout: '2 apps are valid.\n' })
    const tested = await svcProcess(['app', 'test', '--json'])
    expect({ code: tested.code, ...JSON.parse(tested.stdout) }).toMatchObject({ code: 0, passed: 2, failed: 0 })
    expect((await svc(['app', 'types', 'first'])).code).toBe(0)
    expect(await readFile(join(folder, 'manifests/first/generated/inputs.ts'), 'utf8')).toContain('times: number')
  })

  test('new neither overwrites a folder nor takes any name', async () => {
    expect(await svc(['app', 'new', 'first'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    })
    expect(await svc(['app', 'new', 'Not A Name'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be an app'),
    })
  })

  test('test fails with the difference, and with the author’s line', async () => {
    const file = join(folder, 'manifests/first/tests/wrong.test.json')
    await writeFile(
      file,
      JSON.stringify({
        title: 'greets wrongly',
        inputs: { name: 'Ada' },
        expect: { output: { greetings: ['Bye, Ada!'] } },
      }),
    )
    const { code, stdout } = await svc(['app', 'test', 'first'])
    expect(code).toBe(1)
    expect(stdout).toContain(
      'FAIL first: greets wrongly\n       output.greetings[0] should be "Bye, Ada!", but is "Hello, Ada!"',
    )
    expect(stdout).toContain('1 passed, 1 failed')
    await rm(file)
  })

  test('validate shows file, line, column and a code frame', async () => {
    const manifest = join(folder, 'manifests/second/manifest.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace('"outputs"', '"output"'))
    const { code, stdout } = await svc(['app', 'validate', 'manifests/second'])
    await writeFile(manifest, text)
    expect(code).toBe(1)
    expect(stdout).toMatch(/manifest\.json:\d+:3: Unknown key "output"\. Did you mean "outputs"\?/)
    expect(stdout).toMatch(/^> *\d+ \| {3}"output": \{$/m)
  })

  test('validate knows the tools without a server', async () => {
    const toolsOf = async (...tools: string[]) => {
      await write('manifests/calling/manifest.json', { ...calling, permissions: { tools } })
      return svc(['app', 'validate', 'calling'])
    }
    await write('manifests/calling/main.ts', 'export default { run: () => null }')
    expect(await toolsOf('calculator')).toMatchObject({ code: 0, stderr: '' })
    const { code, stdout, stderr } = await toolsOf('calculatr')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('calculatr')
    expect(stdout).toContain('Did you mean "calculator"?')
    // No home was made to ask it: the folder of the tests has none yet.
    await expect(access(join(folder, 'home'))).rejects.toThrow('ENOENT')
    await rm(join(folder, 'manifests/calling'), { recursive: true })
  })

  test('validate of a folder that is not there is wrong use, and names the one that was meant', async () => {
    expect(await svc(['app', 'validate', 'nowhere'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no folder nowhere. Name an app'),
    })
    expect(await svc(['app', 'validate', 'frist'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no folder frist. Did you mean "first"?'),
    })
  })

  test('validate checks types: a warning, an error or not at all, as its author says', async () => {
    await write('typed/manifest.json', { ...calling, name: 'typed' })
    await write('typed/main.ts', typo)
    const place = "main.ts:4:36: Property 'nmae' does not exist on type '{ name: string; }'. (TS2339)"

    const warned = await svc(['app', 'validate', 'typed'])
    expect(warned).toMatchObject({ code: 0, stdout: expect.stringContaining(`typed\nwarning: ${place}`) })
    expect(warned.stdout).toMatch(/^> 4 \|/m)
    expect(warned.stdout).toContain('The app is valid. The types of its code do not fit')
    const json = await svc(['app', 'validate', 'typed', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: true,
      items: [{ valid: true, problems: [], warnings: [{ file: 'main.ts', line: 4, column: 36 }] }],
    })

    const refused = await svc(['app', 'validate', 'typed', '--types', 'error'])
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining(`typed\n${place}`) })
    expect(refused.stdout).toContain('The app has problems.')

    expect(await svc(['app', 'validate', 'typed', '--types', 'off'])).toMatchObject({
      code: 0,
      stdout: 'The app is valid.\n',
    })
  })
})

test('svc tool makes, checks and tests a sandboxed tool', async () => {
  expect(await svc(['tool', 'new', 'count-words'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Made manifests/count-words'),
  })
  expect(await svc(['tool', 'validate'])).toMatchObject({ code: 0, stdout: 'The tool is valid.\n' })
  expect(await svc(['app', 'validate'])).toMatchObject({ code: 0, stdout: '3 apps and tools are valid.\n' })
  const tested = await svc(['tool', 'test', join(repositoryRoot, 'examples/reading-time'), '--json'])
  expect({ code: tested.code, ...JSON.parse(tested.stdout) }).toMatchObject({ code: 0, passed: 2, failed: 0 })
  expect((await svc(['tool', 'types', 'count-words'])).code).toBe(0)
  expect(await readFile(join(folder, 'manifests/count-words/generated/input.ts'), 'utf8')).toContain(
    'export interface Input {',
  )
  expect(await svc(['tool', 'new', 'calculator'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The server has a "calculator" already'),
  })
})

test('svc app dev runs the example at each change, and shows what is wrong', async () => {
  expect((await svc(['app', 'new', 'edited'])).code).toBe(0)
  const main = join(folder, 'manifests/edited/main.ts')
  const text = await readFile(main, 'utf8')
  const args = [...svcProgram('cli'), 'app', 'dev', 'edited']
  const dev = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], SVC_HOME: join(folder, 'home') },
  })
  let shown = ''
  dev.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  const until = (part: string) => vi.waitFor(() => expect(shown).toContain(part), { timeout: 60_000, interval: 50 })
  try {
    await until('"Hello, Ada!"')
    await writeFile(main, text.replace('Hello', 'Hallo'))
    await until('"Hallo, Ada!"')
    await writeFile(main, `${text}const open = (`)
    await until('main.ts:')
    expect(shown).toMatch(/^> *\d+ \|/m)
    await writeFile(main, text.replace('Hello', 'Ciao'))
    await until('"Ciao, Ada!"')
    await writeFile(main, text.replace('Hello', 'Salut').replace('ctx.log(', 'ctx.logg('))
    await until('warning: main.ts:')
    expect(shown).toContain("Property 'logg' does not exist")
    await writeFile(join(folder, 'manifests/edited/manifest.json'), '{')
    await until('manifest.json:1:')
    dev.kill('SIGINT')
    const [code] = await once(dev, 'exit')
    expect(code).toBe(0)
  } finally {
    dev.kill('SIGKILL')
  }
})

describe('the apps in manifests/', () => {
  let kernel: TestKernel
  const client = () => ({ SVC_BASE_URL: kernel.url, SVC_API_KEY: kernel.key })

  beforeAll(async () => {
    kernel = await startTestKernel({ manifests: shipped })
  })

  afterAll(async () => {
    await kernel?.stop()
  })

  test('pass their own tests, without a network and without a key', async () => {
    const { code, stdout } = await svc(['app', 'test', shipped, '--json'], { SVC_MODEL_BASE_URL: 'http://127.0.0.1:9' })
    const result = JSON.parse(stdout)
    expect(result.items.filter((item: { passed: boolean }) => !item.passed)).toEqual([])
    expect({ code, apps: new Set(result.items.map((item: { app: string }) => item.app)) }).toEqual({
      code: 0,
      apps: new Set(['csv-profile', 'literature-brief', 'page-brief', 'report-card']),
    })
  })

  test('are listed without a problem', async () => {
    const { code, stdout } = await svc(['app', 'list', '--json'], client())
    const { items } = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(items.map(({ name, error }: { name: string; error?: unknown }) => ({ name, error }))).toEqual([
      { name: 'csv-profile' },
      { name: 'literature-brief' },
      { name: 'page-brief' },
      { name: 'report-card' },
    ])
  })

  test('profile the weather of Seattle as R does', async () => {
    const { code, stdout, stderr } = await svcProcess(
      ['app', 'run', 'csv-profile', '--csv', `@${join(data, 'seattle-weather.csv')}`],
      client(),
    )
    expect(code, stderr).toBe(0)
    const { rows, columns, correlations } = JSON.parse(stdout)
    expect(rows).toBe(1461)
    const types = columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)
    expect(types).toEqual([
      'date date',
      'precipitation number',
      'temp_max number',
      'temp_min number',
      'wind number',
      'weather text',
    ])
    expect(columns[0]).toMatchObject({ earliest: '2012-01-01', latest: '2015-12-31', missing: 0, unique: 1461 })
    // summary(w$temp_max); sd(w$temp_max); cor(w$temp_max, w$temp_min)
    expect(columns[2]).toMatchObject({ min: -1.6, q1: 10.6, median: 15.6, q3: 22.2, max: 35.6 })
    expect(columns[2].mean).toBeCloseTo(16.43908, 4)
    expect(columns[2].sd).toBeCloseTo(7.349758, 5)
    const strongest = correlations[0]
    expect([strongest.x, strongest.y, strongest.n]).toEqual(['temp_max', 'temp_min', 1461])
    expect(strongest.r).toBeCloseTo(0.8756867, 5)
  })

  test('profile the cars, with what is missing', async () => {
    const cars: Record<string, unknown>[] = JSON.parse(await readFile(join(data, 'cars.json'), 'utf8'))
    const names = Object.keys(cars[0] ?? {})
    const quoted = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`)
    const csv = [names.join(','), ...cars.map(car => names.map(name => quoted(car[name])).join(','))].join('\r\n')
    const { body } = await kernel.request('POST', '/api/agent-apps/csv-profile/run', { body: { inputs: { csv } } })
    expect(body.output.rows).toBe(406)
    const column = (name: string) => body.output.columns.find((item: { name: string }) => item.name === name)
    expect(column('Miles_per_Gallon')).toMatchObject({ type: 'number', missing: 8, count: 398, min: 9, max: 46.6 })
    expect(column('Horsepower')).toMatchObject({ type: 'integer', missing: 6 })
    expect(column('Origin')).toMatchObject({
      type: 'text',
      unique: 3,
      top: [
        { value: 'USA', count: 254 },
        { value: 'Japan', count: 79 },
        { value: 'Europe', count: 73 },
      ],
    })
  })

  test('write a report with the flags of their inputs, offline', async () => {
    const notes =
      'Mia explains her solutions clearly at the board. In fractions she still mixes up numerator and denominator.'
    const { code, stdout, stderr } = await svc(
      ['app', 'run', 'report-card', '--pupil', 'Mia', '--subject=Mathematics', '--notes', notes],
      client(),
    )
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      summary: expect.any(String),
      strengths: expect.any(Array),
      next_steps: expect.any(Array),
    })
    expect(stderr).toContain('No language model is connected')
  })

  test('make claims with quotes and a report that is sound, offline', async () => {
    const ask = async (path: string, body: object) =>
      (await kernel.request('POST', `/api/research/projects${path}`, { body: body as never })).body
    const { research_project_id } = await ask('', { title: 'Naps', question: 'Does a nap help to remember?' })
    const text = 'A nap helped people to remember word pairs an hour later. Nothing was seen for faces, however long.'
    await ask(`/${research_project_id}/sources`, { text, title: 'Naps and recall', key: 'ada2024' })
    const args = ['app', 'run', 'literature-brief', '--research_project_id', research_project_id, '--claims', '1']
    const { code, stdout, stderr } = await svc(args, client())
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      claims: [{ text: 'A nap helped people to remember word pairs an hour later', key: 'ada2024' }],
      refused: 0,
      ok: true,
      by: 'extraction',
    })
    expect(await ask(`/${research_project_id}/verify`, {})).toMatchObject({
      ok: true,
      checked: { claims: 1, evidence: 1 },
    })
  })

  test('refuse a page in a private network, with the rule', async () => {
    const { status, body } = await kernel.request('POST', '/api/agent-apps/page-brief/run', {
      body: { inputs: { url: 'http://127.0.0.1:1/' } },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'agent_app_failed', error: { code: 'url_blocked' } })
  })

  test('stand among the tools, which are called with flags as well', async () => {
    const { stdout } = await svc(['tool', 'list'], client())
    expect(stdout).toMatch(/^app_csv-profile +read +CSV profile$/m)
    expect(stdout).toMatch(/^app_page-brief +external /m)
    const called = await svc(['tool', 'call', 'calculator', '--expression', '6 * 7'], client())
    expect({ ...called, stdout: JSON.parse(called.stdout) }).toMatchObject({ code: 0, stdout: { result: 42 } })
    const refused = await svc(['tool', 'call', 'app_csv-profile', '--arguments', '{}'], client())
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('csv') })
  })

  test('are asked with flags that they have', async () => {
    const unknown = await svc(['app', 'run', 'csv-profile', '--cvs', 'a'], client())
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean --csv?') })
    const missing = await svc(['app', 'run', 'csv-profile', '--csv', '@nowhere.csv'], client())
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere.csv cannot be read') })
    expect((await svc(['app', 'run', 'nobody'], client())).code).toBe(1)
  })
})
