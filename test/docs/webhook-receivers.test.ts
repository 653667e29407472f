import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const hooks = '/api/developer/webhooks'
const folder = join(repositoryRoot, 'examples/webhook-receiver')
let svc: TestKernel
/** The address that is known before a receiver runs; hands every request on to it as it came. */
let front: FakeWebHost
let behind: string
let receiver: ChildProcess | undefined

beforeAll(async () => {
  front = await startFakeWebHost((request, response) => {
    const { method = '', headers } = request
    const body = front.requests.at(-1)?.body ?? ''
    const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature = '' } = headers
    const kept = { 'webhook-id': String(id), 'webhook-timestamp': String(at), 'webhook-signature': String(signature) }
    void fetch(behind, { method, headers: kept, body }).then(answer => response.writeHead(answer.status).end())
  })
  svc = await startTestKernel({ plugins: ['developer', 'webhooks'], env: { SVC_EGRESS_ALLOW: front.key } })
})
afterEach(() => receiver?.kill('SIGKILL'))
afterAll(async () => {
  await svc?.stop()
  await front.close()
})

/** Runs a receiver and gives the lines that it prints. */
async function run(program: string, file: string, secret: string): Promise<AsyncIterator<string>> {
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: '0' }
  receiver = spawn(program, [join(folder, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: receiver.stdout! })[Symbol.asyncIterator]()
  const { value } = (await lines.next()) as { value: string }
  behind = `http://127.0.0.1:${value.replace('port ', '')}`
  return lines
}

describe.each([
  ['Node', process.execPath, 'receiver.mjs', 'js', 'docs/webhook-receive.md'],
  ['Python', 'python3', 'receiver.py', 'python', 'docs/webhook-python.md'],
])('The receiver of the manual, on %s', (_, program, file, language, page) => {
  it('is the one in examples', async () => {
    const manual = await readFile(join(repositoryRoot, page), 'utf8')
    const text = await readFile(join(folder, file), 'utf8')
    expect(manual).toContain(`\`\`\`${language}\n${text.trimEnd()}\n\`\`\``)
  })

  it('takes what is signed, also with two signatures, and refuses what is not', async () => {
    const made = await svc.request<{ id: string; secret: string }>('POST', hooks, {
      body: { url: `${front.url}/hook`, events: ['webhook.test'] },
    })
    const { id, secret } = made.body
    const lines = await run(program, file, secret)
    const test = async () => (await svc.request<{ status: string }>('POST', `${hooks}/${id}/test`)).body.status
    const first = await test()
    await svc.request('POST', `${hooks}/${id}/rotate`)
    const withBoth = await test()
    await svc.request('POST', `${hooks}/${id}/rotate`)
    const withNeither = await test()
    const printed = [await lines.next(), await lines.next()].map(({ value }) => value as string)
    const { headers, body } = front.requests[0] as FakeWebHost['requests'][number]
    const forged = await fetch(behind, {
      method: 'POST',
      headers: {
        'webhook-id': String(headers['webhook-id']),
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      },
      body: `${body} `,
    })
    expect([first, withBoth, withNeither, forged.status]).toEqual(['succeeded', 'succeeded', 'failed', 401])
    expect(printed).toEqual([1, 2].map(() => `webhook.test {"webhook_id":"${id}"}`))
  })
})
