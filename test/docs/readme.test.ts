import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { repositoryRoot } from '../support/repository.ts'
import { svcProgram } from '../support/programs/svc-program.ts'

/** In the order in which somebody would read them; each goes on where the one before ended. */
const pages = [
  'README.md',
  'docs/tour.md',
  'docs/tutorial-host.md',
  'docs/tutorial-agent-app.md',
  'docs/tutorial-program.md',
  'docs/tutorial-plugin.md',
  'docs/agent-apps.md',
  'docs/app-run.md',
  'docs/app-tool.md',
  'docs/getting-started.md',
  'docs/memory-use.md',
  'docs/files.md',
  'docs/data.md',
  'docs/statistics.md',
  'docs/workspace.md',
  'docs/configuration.md',
  'docs/plugin-write.md',
  'docs/plugin-add.md',
  'docs/api.md',
  'docs/jobs.md',
  'docs/workers.md',
  'docs/events.md',
  'docs/webhook-receive.md',
  'docs/webhooks.md',
  'docs/mcp.md',
  'docs/conversations.md',
  'docs/v1-client.md',
  'docs/tools.md',
  'docs/tool-grants.md',
  'docs/model-connect.md',
  'docs/model-budget.md',
  'docs/backup-make.md',
  'docs/backup-restore.md',
  'docs/health.md',
]
const printedUrl = 'http://127.0.0.1:8420'
const startBlock = 'npm start'
const printedReceiver = 'https://example.com/hooks/svc'
const printedProvider = 'https://api.openai.com/v1'
const program = svcProgram('cli')
  .map(part => `'${part}'`)
  .join(' ')
/** What a reader leaves with Ctrl-C ends by itself here; and `./svc` is the program itself, without the launcher that looks for it. */
const prelude = `
curl() {
  if [ "$1" != -N ]; then command curl "$@"; return; fi
  command curl -sS --fail-with-body --max-time 1 "$@" || [ $? = 28 ]
}
svc() {
  if [ "$1" != worker ] && [ "$1 \${2-}" != 'plugin dev' ]; then node ${program} "$@"; return; fi
  coproc env -u SVC_BASE_URL -u SVC_API_KEY node ${program} "$@"
  local pid=$COPROC_PID line
  read -r line <&"\${COPROC[0]}"
  echo "$line"
  kill "$pid"
  wait "$pid"
}
`
/** A test cannot run itself: these are what `.ci/run` consists of. */
const continuousIntegration = /^npm (test|run (lint|typecheck|borders|docs:check|build|generate -- --check))$/

/** The fenced blocks marked `sh` of a Markdown text: the commands that a reader types. */
function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)].map(match => (match[1] ?? '').trim())
}

describe('The README and the manual', () => {
  let folder: string
  let env: NodeJS.ProcessEnv
  let server: ChildProcess | undefined
  let receiver: FakeWebHost
  let provider: FakeModelServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-readme-'))
    await cp(join(repositoryRoot, 'manifests'), join(folder, 'manifests'), { recursive: true })
    receiver = await startFakeWebHost((_, response) => response.writeHead(204).end())
    provider = await startFakeModelServer()
    const { PATH, USER, npm_config_cache: cache } = process.env
    env = {
      PATH,
      USER,
      ...(cache ? { npm_config_cache: cache } : {}),
      HOME: folder,
      SVC_HOME: join(folder, 'home'),
      SVC_MANIFESTS: join(folder, 'manifests'),
      SVC_EGRESS_ALLOW: `${receiver.key},${new URL(provider.baseUrl).host}`,
    }
  })

  afterEach(() => {
    // The group: npm's child outlives an npm that is killed.
    if (server?.pid && server.exitCode === null && server.signalCode === null) process.kill(-server.pid, 'SIGKILL')
  })
  afterAll(async () => {
    await receiver.close()
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(): Promise<string> {
    server = spawn('npm', ['start'], {
      cwd: repositoryRoot,
      env: { ...env, SVC_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    for await (const line of createInterface({ input: server.stdout! })) {
      const url = /url +(http:\S+)/.exec(line)?.[1]
      if (url !== undefined) return url
    }
    throw new Error('npm start ended without printing its URL')
  }

  async function stop(): Promise<number | null> {
    server!.kill('SIGTERM')
    const [code] = (await once(server!, 'exit')) as [number | null]
    return code
  }

  async function runScript(script: string): Promise<string> {
    const child = spawn('bash', ['-euo', 'pipefail'], { cwd: repositoryRoot, env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.end(prelude + script)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    if (code !== 0) throw new Error(`exit code ${String(code)}\n${stdout}\n${stderr}`)
    return stdout
  }

  it('give commands that work as they are printed', { timeout: 600_000 }, async () => {
    const texts = await Promise.all(pages.map(page => readFile(join(repositoryRoot, page), 'utf8')))
    // Each page is read from the folder of svc.
    const blocks = texts.flatMap(text => [...shellBlocks(text), `cd '${repositoryRoot}'`])
    expect(blocks.filter(block => block === startBlock)).toHaveLength(1)

    const url = await start()
    const commands = blocks
      .filter(block => block !== startBlock)
      .flatMap(block =>
        block.split('\n').every(line => continuousIntegration.test(line))
          ? []
          : [
              block
                .replaceAll('./svc ', 'svc ')
                .replaceAll(/(?<= )manifests\//g, `${folder}/manifests/`)
                .replaceAll(printedUrl, url)
                .replaceAll(printedReceiver, `${receiver.url}/hooks/svc`)
                .replaceAll(printedProvider, provider.baseUrl),
            ],
      )
    const said = await runScript(commands.map((block, index) => `echo "=== ${index}"\n${block}\necho`).join('\n'))
    const outputs = said.split(/^=== \d+\n/m).slice(1)
    const outputOf = (part: string): string => outputs[commands.findIndex(command => command.includes(part))] ?? ''

    expect(outputOf('svc setup')).toContain('Created the owner ada.')
    expect(outputOf('svc app new greet')).toMatch(/"status":"succeeded"[^]*"greetings":\["Hello, Ada!","Hello, Ada!"\]/)
    expect(outputOf('csv-profile')).toMatch(/precipitation/)
    expect(JSON.parse(outputOf('agent-apps/runs?limit=5'))).toMatchObject({
      items: [{ app: 'csv-profile' }, { app: 'greet' }],
    })
    expect(outputOf('"runner": "job"')).toMatch(/"job_id":"job_[^]*^default +\d+ +\d+ +\d+ /m)
    expect(outputOf('svc worker --concurrency 8')).toMatch(
      / is ready: 8 jobs at a time from .*, on its home; every queue;/,
    )
    expect(outputOf('curl -N')).toMatch(/^retry: 2000$/m)
    expect(JSON.parse(outputOf('$WEBHOOK_ID/test'))).toMatchObject({ status: 'succeeded' })
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hooks/svc'])
    expect(outputOf('Can hackers guess my login?')).toMatch(/^1\. .*security\.md > Security > Credentials$/m)
    expect(outputOf('node ask.mjs')).toContain('The lighthouse opens at nine.')
    expect(outputOf('svc files list')).toContain('manuals/README.md')
    expect(outputOf('api/files/content/manuals/files.md')).toContain('# Files')
    expect(outputOf('due_before=')).toContain('"items"')
    expect(outputOf('if-match: $ETAG')).toContain('for 30 people')
    expect(outputOf('17 * 6')).toContain('102')
    expect(outputOf('What is 5 inch in cm?')).toContain('chat.completion')
    expect(outputOf('tools/calculator/call')).toContain('12.7')
    expect(outputOf('providers/$PROVIDER_ID/test')).toContain('fake-model')
    expect(outputOf('svc backup create --output ~/svc-today')).toMatch(/^Backed up the home .* and checked it: /)
    expect(outputOf('svc backup verify ~/svc-today')).toMatch(/^.* is whole: /)
    expect(outputOf('svc backup restore ~/svc-today')).toMatch(/^Restored the backup /)
    expect(outputOf('svc doctor --bundle')).toMatch(/^ready$/m)

    expect(await stop()).toBe(0)
  })

  it('keep the history over a restart, as they promise', { timeout: 120_000 }, async () => {
    const url = await start()
    const runs = await runScript(
      `curl -sS --fail-with-body --unix-socket "$SVC_HOME/operator.sock" http://localhost/api/agent-apps/runs`,
    )
    const health = await runScript(`SVC_BASE_URL=${url} ./svc health`)

    expect(health).toMatch(/^ready/)
    expect((JSON.parse(runs) as { items: { app: string }[] }).items.map(({ app }) => app)).toContain('greet')
    expect(await stop()).toBe(0)
  })

  it('name only checks that .ci/run performs', async () => {
    const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8')
    const script = await readFile(join(repositoryRoot, '.ci/run'), 'utf8')
    const checks = shellBlocks(readme)
      .flatMap(block => block.split('\n'))
      .filter(line => continuousIntegration.test(line))
      .map(line => line.replace(/^npm (run )?/, ''))

    expect(new Set(checks)).toEqual(
      new Set(['test', 'lint', 'typecheck', 'borders', 'docs:check', 'build', 'generate -- --check']),
    )
    for (const check of checks) expect(script).toContain(check)
  })
})
