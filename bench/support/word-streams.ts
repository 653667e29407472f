import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './load.ts'
import { cpuMs } from './process.ts'

export interface StreamTarget {
  /** Of chat completions. */
  url: string
  pid: number
  headers: Record<string, string>
}

const pauseMs = 10

interface StreamShape {
  words: number
  /** Between two words of one stream. */
  paceMs: number
}

/** One streamed answer to its end: milliseconds to its first word. */
function stream(target: StreamTarget, agent: Agent, { words, paceMs }: StreamShape): Promise<number> {
  const body = JSON.stringify({
    model: 'bench-model',
    stream: true,
    store: true,
    stream_options: { include_usage: true },
    max_tokens: words,
    seed: paceMs,
    messages: [{ role: 'user', content: 'Say many words.' }],
  })
  const headers = { 'content-type': 'application/json', 'content-length': body.length, ...target.headers }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const asked = request(target.url, { method: 'POST', agent, headers }, answer => {
      let firstMs: number | undefined
      let tail = ''
      answer.on('data', (piece: Buffer) => {
        firstMs ??= performance.now() - started
        tail = (tail + piece.toString('latin1')).slice(-64)
      })
      answer.once('end', () => {
        if (firstMs !== undefined && tail.includes('[DONE]')) resolve(firstMs)
        else reject(new Error(`${target.url} answered ${answer.statusCode}: ${tail}`))
      })
      answer.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

/** The median time to the first word of short answers, one after the other, with time between them for what follows an answer. */
export async function firstWordMs(target: StreamTarget, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let each = 0; each < count; each += 1) {
    times.push(await stream(target, agent, { words: 2, paceMs: 1 }))
    await pause(pauseMs)
  }
  agent.destroy()
  return median(times)
}

/** CPU of the server for a thousand words that came to their readers, in milliseconds. */
export async function cpuOfThousandWords(
  target: StreamTarget,
  shape: StreamShape & { streams: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const before = cpuMs(target.pid)
  await Promise.all(Array.from({ length: shape.streams }, () => stream(target, agent, shape)))
  const spent = cpuMs(target.pid) - before
  agent.destroy()
  return (spent * 1000) / (shape.streams * shape.words)
}
