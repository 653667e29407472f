import { Agent, request } from 'undici'
import { messageOf } from '@svc/plugin'
import type { DoctorCheck, Finding, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../doctor-check.ts'

const patienceMs = 8_000
/** The two events of the probe are sent a second apart. */
const leastGapMs = 500

/** Goes the way that clients go, through the proxy, and sees whether streams and addresses come through. */
export const proxyCheck: DoctorCheck<Machine> = {
  name: 'proxy',
  async run({ configuration, isRunning }, signal) {
    const { public_url: publicUrl, trust_proxy: trust } = configuration.kernel
    if (publicUrl === undefined || !isRunning) return []
    const url = `${publicUrl.replace(/\/+$/, '')}${basePathAfter(publicUrl, configuration.kernel.base_path)}/api/server/stream-probe`
    try {
      const { gapMs, seen } = await probe(url, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
      return [streaming(publicUrl, gapMs), ...forwarding(seen.forwarded_for, trust)]
    } catch (error) {
      return [
        warning(
          'proxy',
          `${publicUrl} does not answer from here as this server would: ${messageOf(error)}`,
          'Set SVC_PUBLIC_URL to the address that browsers use, and have the proxy pass all paths on.',
        ),
      ]
    }
  },
}

function streaming(publicUrl: string, gapMs: number): Finding {
  if (gapMs >= leastGapMs) return ok('proxy', `${publicUrl} passes streams on as they come`)
  return failed(
    'proxy buffering',
    `${publicUrl} holds events back: two that were sent a second apart came ${Math.round(gapMs)} ms apart`,
    'Switch its buffering off for this server (nginx: "proxy_buffering off;"); docs/reverse-proxy.md has whole configurations.',
  )
}

function forwarding(forwardedFor: boolean, trust: boolean | string): Finding[] {
  if (forwardedFor && trust === false)
    return [
      warning(
        'proxy addresses',
        'the proxy names its clients in X-Forwarded-For, and nobody believes it: all clients share one address and one rate limit',
        'Set SVC_TRUST_PROXY to the address of the proxy.',
      ),
    ]
  if (!forwardedFor && trust !== false)
    return [
      warning(
        'proxy addresses',
        'SVC_TRUST_PROXY is set, and no X-Forwarded-For arrives: a client may write one itself',
        'Have the proxy set the header, or take SVC_TRUST_PROXY away.',
      ),
    ]
  return []
}

/** The base path, unless the public address ends in it already. */
function basePathAfter(publicUrl: string, basePath: string): string {
  const bare = basePath.replace(/\/+$/, '')
  return publicUrl.replace(/\/+$/, '').endsWith(bare) ? '' : bare
}

async function probe(url: string, signal: AbortSignal): Promise<{ gapMs: number; seen: { forwarded_for: boolean } }> {
  const agent = new Agent({ allowH2: false })
  try {
    const answer = await request(url, { headers: { accept: 'text/event-stream' }, dispatcher: agent, signal })
    const { statusCode } = answer
    let text = ''
    let firstAt: number | null = null
    for await (const chunk of answer.body) {
      text += String(chunk)
      if (firstAt === null && text.includes('probe.first')) firstAt = performance.now()
      if (text.includes('event: probe.second')) break
    }
    const first = /^event: probe\.first\ndata: (.*)$/m.exec(text)?.[1]
    if (statusCode !== 200 || first === undefined || firstAt === null)
      throw new Error(`it answered ${statusCode} to ${new URL(url).pathname}`)
    return { gapMs: performance.now() - firstAt, seen: JSON.parse(first) as { forwarded_for: boolean } }
  } finally {
    await agent.destroy()
  }
}
