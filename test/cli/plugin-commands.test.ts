import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import type { PluginSource } from '../support/plugin-folder.ts'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import type { SvcRun } from '../support/programs/run-svc.ts'

const greeter: PluginSource = {
  manifest: {
    commands: [
      {
        name: 'greet',
        summary: 'Greet somebody',
        acts_on: 'server',
        arguments: [
          { name: 'name', description: 'whom' },
          { name: 'tone', description: 'how', required: false, choices: ['warm', 'cold'] },
        ],
        options: [
          { name: 'times', type: 'integer', description: 'how often' },
          { name: 'factor', type: 'number', description: 'how loud' },
          { name: 'within', type: 'duration', description: 'how soon' },
          { name: 'extra', type: 'json', description: 'what else' },
          { name: 'settings', type: 'object', description: 'how' },
          { name: 'tag', repeatable: true, description: 'words' },
          { name: 'language', choices: ['en', 'pt'], description: 'in which' },
          { name: 'no-smile', type: 'flag', description: 'earnestly' },
          { name: 'log', type: 'optional-text', description: 'where to' },
          { name: 'as-letter', type: 'flag', description: 'on paper' },
        ],
        examples: ['svc greet Ada --times 2'],
        run: './cli/greet.ts#greet',
      },
    ],
  },
  files: {
    'cli/greet.ts': `import { ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
export async function greet({ arguments: given, options, io, home }: CommandContext): Promise<number> {
  if ((given as any).name === 'nobody') throw new ValidationError('Nobody is not greeted. See "svc greet --help".')
  io.note('Try "svc doctor" too.')
  io.result({ given, options, home: await home.path() }, \`Hello. Next: \${io.svc} health\`)
  return 0
}
`,
  },
}

/** Each makes a plugin folder called "broken" that cannot run. */
const faults: [fault: string, source: PluginSource, isNoted: boolean][] = [
  ['no JSON', { files: { 'plugin.json': '{ "id": "broken", ' } }, true],
  ['an unknown key', { manifest: { colour: 'red' } }, true],
  ['a schema that is missing', { manifest: { config: './absent.json' } }, true],
  ['an entry that throws', { head: 'throw new Error("at import")' }, false],
  ['a setup that throws', { setup: 'throw new Error("at setup")' }, false],
  [
    'a migration that cannot be read',
    {
      manifest: { storage: [{ plane: 'data', migrations: './migrations' }] },
      files: { 'migrations/0001-first.ts': 'export default 1\n' },
    },
    false,
  ],
]

describe('the commands of a plugin that is added', () => {
  let folder: string
  // The first start makes the owner, without whom nobody switches anything.
  const owner = { SVC_ADMIN_USERNAME: 'ada', SVC_ADMIN_PASSWORD: 'correct horse battery' }
  const around = (env: Record<string, string> = {}) => ({
    cwd: folder,
    env: { SVC_HOME: join(folder, 'home'), ...owner, ...env },
  })
  const svc = (args: string[], env?: Record<string, string>): Promise<SvcRun> => runSvcHere(args, around(env))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-commands-'))
    await writePlugin(join(folder, 'plugins'), 'greeter', greeter)
    await writeFile(join(folder, 'svc.config.yaml'), 'plugin_folders: [./plugins]\n')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('are listed, explained and given what was written, read by its types', async () => {
    const help = await svc(['greet', '--help'], { SVC_COMMAND: './svc' })
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toMatch(/^Usage: \.\/svc greet .*\n\nGreet somebody\n/)
    expect(help.stdout).toMatch(/--language <text> +in which \(en, pt\)[^]*Example:\n {2}\.\/svc greet Ada --times 2\n/)

    const options = ['--times', '2', '--factor', '0.5', '--within', '5m', '--extra', 'null', '--settings', '{"a":1}']
    const more = ['--tag', 'x', '--tag', 'y', '--language', 'pt', '--no-smile', '--log', '--as-letter']
    const run = await runSvc(['greet', 'Ada', 'warm', ...options, ...more, '--json'], around())
    expect(JSON.parse(run.stdout)).toEqual({
      given: { name: 'Ada', tone: 'warm' },
      options: {
        times: 2,
        factor: 0.5,
        within: 300,
        extra: null,
        settings: { a: 1 },
        tag: ['x', 'y'],
        language: 'pt',
        noSmile: true,
        log: true,
        asLetter: true,
      },
      home: join(folder, 'home'),
    })
    expect(JSON.parse((await svc(['greet', 'Ada', '--json'])).stdout)).toMatchObject({ options: { tag: [] } })
  })

  it('are refused with exit code 2 for what cannot be meant', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /missing required argument 'name'/],
      [['Ada', 'loud'], /Allowed choices are warm, cold/],
      [['Ada', '--times', '1.5'], /--times must be a whole number, and is "1\.5"\./],
      [['Ada', '--factor', 'x'], /--factor must be a number/],
      [['Ada', '--within', 'soon'], /--within must be a time in seconds, or such as 90s, 5m or 2h/],
      [['Ada', '--extra', '{x}'], /--extra must be JSON, .* and is \{x\}\./],
      [['Ada', '--settings', '[]'], /--settings must be a JSON object/],
      [['Ada', '--language', 'de'], /--language must be one of en, pt, and is "de"\./],
    ]
    for (const [args, message] of wrong) {
      expect(await svc(['greet', ...args])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(message),
      })
    }
  })

  it('say how svc is called in their hints', async () => {
    const said = await svc(['greet', 'Ada'], { SVC_COMMAND: 'npx svc' })
    expect(said).toEqual({ code: 0, stdout: 'Hello. Next: npx svc health\n', stderr: 'Try "npx svc doctor" too.\n' })
    const refused = await svc(['greet', 'nobody'], { SVC_COMMAND: './svc' })
    expect(refused).toMatchObject({ code: 2, stderr: 'svc: Nobody is not greeted. See "./svc greet --help".\n' })
    const help = await svc(['--help'], { SVC_COMMAND: './svc' })
    expect(help.stdout).toContain('(./svc worker --help)')
    expect((await svc(['plugin', 'disable', '--help'], { SVC_COMMAND: './svc' })).stdout).toContain(
      '"./svc plugin list"',
    )
    expect(help.stdout).not.toMatch(/(?<!\.\/)svc (worker|plugin|data|jobs|start) /)
  })

  it('give way to a command that is there, with a note', async () => {
    const commands = [{ name: 'data list', summary: 'Mine', acts_on: 'server', run: './cli.ts#list' }]
    await writePlugin(join(folder, 'plugins'), 'second', { manifest: { commands } })
    const { code, stdout, stderr } = await svc(['data', 'list', '--help'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('List the datasets')])
    expect(stderr).toMatch(/^svc: the commands of second are missing: there is a command "data list" already\. /)
  })

  it('are gone when the configuration switches the plugin off', async () => {
    expect((await svc(['greet', 'Ada'], { SVC_PLUGIN_GREETER_ENABLED: 'false' })).code).toBe(2)
  })

  it.each(faults)(
    'are there when another plugin has %s, and that one can be switched off',
    async (_, source, isNoted) => {
      await writePlugin(join(folder, 'plugins'), 'broken', source)
      const help = await svc(['--help'])
      expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ {2}greet .*Greet somebody$/m) })
      if (isNoted) expect(help.stderr).toMatch(/^svc: the commands of broken are missing: .* See: svc doctor\n$/)
      else expect(help.stderr).toBe('')
      expect((await svc(['greet', 'Ada', '--json'])).stderr).toBe('')

      const off = await svc(['plugin', 'disable', 'broken'])
      expect(off).toMatchObject({ code: 0, stdout: 'broken is off from the next start on.\n' })
      expect((await svc(['plugin', 'list'])).stdout).toMatch(/^broken +\S+ +disabled /m)
    },
  )

  it('switch a plugin off in a home that has no owner yet', async () => {
    const before = { SVC_ADMIN_USERNAME: '', SVC_ADMIN_PASSWORD: '' }
    const off = await svc(['plugin', 'disable', 'greeter'], before)
    expect(off).toMatchObject({ code: 0, stdout: 'greeter is off from the next start on.\n' })
    expect((await svc(['plugin', 'list'])).stdout).toMatch(/^greeter +\S+ +disabled /m)
    expect(await svc(['plugin', 'enable', 'greeter'])).toMatchObject({
      code: 0,
      stdout: 'greeter is on from the next start on.\n',
    })
  })

  it('do without a folder that is gone, and its plugin is switched off by the id alone', async () => {
    await writeFile(join(folder, 'svc.config.yaml'), 'plugin_folders: [./plugins, ./gone]\n')
    const help = await svc(['--help'])
    expect(help.code).toBe(0)
    expect(help.stderr).toMatch(/^svc: the commands of plugin_folders \(SVC_PLUGINS\) are missing: No plugin there: /)
    const off = await svc(['plugin', 'disable', 'gone'])
    expect(off).toMatchObject({ code: 0, stdout: 'gone is off from the next start on.\n' })
    expect(off.stderr).toMatch(/^A start would fail: .*No plugin there/s)
  })
})
