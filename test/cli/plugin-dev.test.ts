import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { svcProgram } from '../support/programs/svc-program.ts'

let folder: string
let child: ChildProcess | undefined
let shown = ''
let logged = ''
let grown = Promise.withResolvers<void>()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-plugin-dev-'))
  shown = ''
  logged = ''
  grown = Promise.withResolvers()
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** `svc plugin dev`, with what it shows in `shown`. */
function develop(env: Record<string, string>, ...args: string[]): Promise<unknown[]> {
  child = spawn(process.execPath, [...svcProgram('cli'), 'plugin', 'dev', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const onText = (_all: string): void => {
    grown.resolve()
    grown = Promise.withResolvers()
  }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => onText((shown += text)))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onText((logged += text)))
  return once(child, 'close')
}

/** Takes what is shown up to the expected words, so that the next words are of what happens next. */
async function isShown(expected: RegExp): Promise<string> {
  for (;;) {
    const found = expected.exec(shown)
    if (found) {
      const taken = shown.slice(0, found.index + found[0].length)
      shown = shown.slice(taken.length)
      return taken
    }
    await grown.promise
  }
}

async function isLogged(expected: RegExp): Promise<void> {
  while (!expected.test(logged)) await grown.promise
}

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const file = join(folder, 'my-plugin', name)
  await writeFile(file, change(await readFile(file, 'utf8')))
}

describe('svc plugin dev', () => {
  it('serves a plugin as it is written, says what is wrong, and leaves nothing behind', async () => {
    await runSvcHere(['plugin', 'new', 'my-plugin'], { cwd: folder, env: { SVC_HOME: join(folder, 'home') } })
    const usual = {
      SVC_HOME: join(folder, 'home'),
      SVC_PORT: '1',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SVC_CLUSTER_SECRET: 'x'.repeat(32),
      SVC_CONTENT_URL: 'file:///nowhere/at-all',
      SVC_JOBS_DRIVER: 'postgres',
    }
    const ended = develop(usual, './my-plugin')
    const introduction = await isShown(/started in \d+ ms/)
    const word = (label: string): string => new RegExp(`^ +${label} +(\\S+)`, 'm').exec(introduction)?.[1] ?? ''
    const greeting = async (): Promise<unknown[]> => {
      const headers = { authorization: `Bearer ${word('key')}` }
      const answer = await fetch(`${word('url')}/api/my-plugin?name=Ada`, { headers })
      return [answer.status, ((await answer.json()) as { text?: string }).text]
    }
    /** Waits for the reload that shows the change: one save may be seen as two changes. */
    const becomes = async (expected: unknown[], shown = /my-plugin: reloaded in \d+ ms/): Promise<string> => {
      for (;;) {
        const text = await isShown(shown)
        const answer = await greeting().catch(() => null)
        if (isDeepStrictEqual(answer, expected)) return text
      }
    }
    expect(await greeting()).toEqual([200, 'Hello, Ada!'])

    await edit('greeting.ts', text => text.replace('!`', '?`'))
    await becomes([200, 'Hello, Ada?'])

    await edit('plugin.json', text => text.replace('"routes"', '"rutes"'))
    const refusal = await isShown(/The last good version stays up\./)
    expect(refusal).toContain('Unknown key "rutes". Did you mean "routes"?')
    expect(refusal).toMatch(/my-plugin\/plugin\.json:\d+:\d+\n[^]*> +\d+ \| +"rutes": \[/)
    expect(await greeting()).toEqual([200, 'Hello, Ada?'])

    // Nobody has to enable what has become another manifest.
    await edit('plugin.json', text => text.replace('"rutes"', '"routes"').replace('Greets people', 'Greets all'))
    await edit('greeting.ts', text => text.replace('?`', '.`'))
    await becomes([200, 'Hello, Ada.'])

    await edit('greeting.ts', text => `${text}export const wrong: = 1\n`)
    const failure = await becomes([503, undefined], /does not run: .*\nThe rest of the server does\..*\n/)
    expect(failure).toContain('my-plugin does not run: Unexpected token `=`.')
    expect(failure).not.toContain('reloaded')
    await isLogged(/my-plugin\/greeting\.ts:4\n/)
    expect((await fetch(`${word('url')}/api/auth/status`)).status).toBe(200)

    await edit('greeting.ts', text => text.replace(/export const wrong.*\n/, ''))
    await becomes([200, 'Hello, Ada.'])

    const before = logged
    await edit('plugin.ts', text => text.replace(/^(.*env\.tool.*)$/m, '// $1'))
    const unbound = await becomes([503, undefined], /does not run: .*\nThe rest of the server does\..*\n/)
    expect(unbound).toContain('the tool my_plugin_greet is declared in tools, and not bound')
    // Said once, without a place in code that is not the author's.
    expect(logged.slice(before.length)).not.toMatch(/^error|^ +at /m)

    child?.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    await expect(fetch(word('url'))).rejects.toThrow()
    expect([existsSync(word('data folder')), existsSync(join(folder, 'home'))]).toEqual([false, false])
  })

  it('leaves neither its process nor its folder when a second Ctrl-C ends it at once', async () => {
    await runSvcHere(['plugin', 'new', 'my-plugin'], { cwd: folder, env: { SVC_HOME: join(folder, 'home') } })
    // What never gives the thread back hears of no end.
    await edit('plugin.ts', text =>
      text.replace('env.tool<', "process.stderr.write('turning\\n')\n    for (;;);\n    env.tool<"),
    )
    const temporary = join(folder, 'temporary')
    await mkdir(temporary)
    const ended = develop({ TMPDIR: temporary }, './my-plugin')
    await isLogged(/turning/)
    const homes = async (): Promise<string[]> => (await readdir(temporary)).filter(name => name.startsWith('svc-dev-'))
    expect(await homes()).toHaveLength(1)
    child?.kill('SIGINT')
    child?.kill('SIGTERM')
    expect(await ended).toEqual([130, null])
    expect(await homes()).toEqual([])
  })

  it('serves the rest where the first version cannot run, and keeps a home that is named', async () => {
    await runSvcHere(['plugin', 'new', 'my-plugin'], { cwd: folder, env: { SVC_HOME: join(folder, 'home') } })
    await edit('plugin.json', text => text.replace('"degrade"', '"abort"'))
    await edit('plugin.ts', text => text.replace('env.routes(', "throw new Error('not today')\n    env.routes("))
    const owner = { SVC_ADMIN_USERNAME: 'ada', SVC_ADMIN_PASSWORD: 'correct horse battery' }
    const ended = develop(owner, './my-plugin', '--home', './kept')
    const introduction = await isShown(/my-plugin does not run: not today/)
    const url = /^ +url +(\S+)/m.exec(introduction)?.[1] ?? ''
    expect((await fetch(`${url}/api/my-plugin?name=Ada`)).status).toBe(503)

    await edit('plugin.ts', text => text.replace("throw new Error('not today')\n", ''))
    await isShown(/reloaded in/)
    // It runs, and asks who is there.
    expect((await fetch(`${url}/api/my-plugin?name=Ada`)).status).toBe(401)
    await rm(join(folder, 'my-plugin'), { recursive: true })
    expect(await ended).toEqual([1, null])
    await isLogged(/my-plugin is gone\./)
    expect(existsSync(join(folder, 'kept', 'home.json'))).toBe(true)
  })
})
