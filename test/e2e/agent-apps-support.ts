import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../rooms/kernel.ts'

export type Files = Record<string, string | object>

/** The least that a manifest needs, with what is given on top. */
export function manifest(name: string, more: object = {}): object {
  return {
    manifest_version: '1',
    name,
    version: '1.0.0',
    description: 'An app of a test',
    entry: { type: 'module', file: 'main.ts' },
    inputs: { type: 'object' },
    ...more,
  }
}

/** A `main.ts` whose run function has this body. */
export function main(body: string): string {
  return `import { defineAgentApp } from '@svc/sdk/agent-app'\n\nexport default defineAgentApp({\n  async run(ctx) {\n    ${body}\n  },\n})\n`
}

/** A temporary manifests folder. */
export class ManifestsFolder {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  static async create(): Promise<ManifestsFolder> {
    const path = join(await mkdtemp(join(tmpdir(), 'svc-apps-')), 'manifests')
    await mkdir(path)
    return new ManifestsFolder(path)
  }

  /** Writes files of an app; objects as JSON. */
  async write(name: string, files: Files): Promise<void> {
    await writeFiles(join(this.path, name), files)
  }

  /** An app with a manifest and a `main.ts`, there all at once. */
  async drop(name: string, body: string, more: object = {}): Promise<void> {
    const staging = join(dirname(this.path), `${name}.new`)
    await writeFiles(staging, { 'manifest.json': manifest(name, more), 'main.ts': main(body) })
    await rename(staging, join(this.path, name))
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true })
  }

  async delete(): Promise<void> {
    await rm(dirname(this.path), { recursive: true, force: true })
  }
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

const plugins = ['admin', 'agent-apps', 'sandbox', 'models', 'tools', 'developer', 'data']

export async function startWithApps(apps: ManifestsFolder, options: TestKernelOptions = {}): Promise<TestKernel> {
  return startTestKernel({ plugins, manifests: apps.path, ...options })
}

export interface SentEvent {
  id: string
  type: string
  data: Record<string, unknown>
}

/** Reads server-sent events until the stream ends, or until `enough` says so. */
export async function readEvents(
  kernel: TestKernel,
  path: string,
  { headers = {}, enough }: { headers?: Record<string, string>; enough?: (events: SentEvent[]) => boolean } = {},
): Promise<SentEvent[]> {
  const leave = new AbortController()
  const response = await fetch(kernel.url + path, {
    headers: { authorization: `Bearer ${kernel.key}`, accept: 'text/event-stream', ...headers },
    signal: leave.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const events: SentEvent[] = []
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map(line => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
      )
      if (!fields.has('data')) continue
      events.push({
        id: fields.get('id') ?? '',
        type: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? '{}') as SentEvent['data'],
      })
    }
    if (enough?.(events)) break
  }
  leave.abort()
  return events
}

/** Waits until the run is in one of the statuses. */
export async function untilRun(kernel: TestKernel, runId: string, ...statuses: string[]) {
  return vi.waitFor(
    async () => {
      const { body } = await kernel.request('GET', `/api/agent-apps/runs/${runId}`)
      if (!statuses.includes(body.status)) throw new Error(`The run is ${body.status}.`)
      return body
    },
    { timeout: 60_000, interval: 50 },
  )
}
