import { SvcClient } from '@svc/sdk'

/** Run as a program, so that the CPU is the client's alone: the milliseconds of each way, as JSON. `argv[2]` is the server's address. */
const url = process.argv[2] ?? ''
const rounds = 9
const callsARound = 1000
const client = new SvcClient({ baseUrl: url, apiKey: 'svc_bench' })

async function calls(call: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < callsARound; index++) await call()
}

/** What everyone writes by hand: parts at blank lines, and the JSON of each. */
async function splitWords(): Promise<void> {
  const { body } = await fetch(`${url}/words`, { headers: { authorization: 'Bearer svc_bench' } })
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find(line => line.startsWith('data: ')) ?? ''
      if ((JSON.parse(data.slice(6)) as { type: string }).type === 'done') return
    }
  }
  throw new Error('the stream ended early')
}

async function sdkWords(): Promise<void> {
  for await (const event of client.stream('/words')) if (event.type === 'done') return
  throw new Error('the stream ended early')
}

const ways = {
  sdkCall: () => calls(() => client.developer.me()),
  fetchCall: () =>
    calls(async () => (await fetch(`${url}/api/me`, { headers: { authorization: 'Bearer svc_bench' } })).json()),
  sdkStream: sdkWords,
  splitStream: splitWords,
}
const taken: Record<string, number[]> = {}
// In turn, so that what else the machine does meets all of them; the first rounds are for the compiler.
for (let round = -2; round < rounds; round++) {
  for (const [name, way] of Object.entries(ways)) {
    // What the way before left is not collected on this one's time.
    globalThis.gc?.()
    const before = process.cpuUsage()
    await way()
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) (taken[name] ??= []).push((user + system) / 1000)
  }
}
const medians = Object.entries(taken).map(([name, values]) => [name, values.toSorted((a, b) => a - b)[rounds >> 1]])
process.stdout.write(JSON.stringify({ ...Object.fromEntries(medians), callsARound }))
