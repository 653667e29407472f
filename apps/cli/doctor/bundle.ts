import { createWriteStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { createRedaction } from '../../../kernel/index.ts'
import type { Diagnosis } from './diagnosis.ts'

const logTailBytes = 256 * 1024
const routes = {
  'readiness.json': '/readyz',
  'status.json': '/api/server/status',
  'plugins.json': '/api/admin/plugins',
  'planes.json': '/api/data/planes/status',
  'jobs.json': '/api/jobs/stats',
}

export interface BundleOptions {
  file: string
  logFile: string | null
  signal: AbortSignal
}

/** Everything that a reader of a bug report needs, in one archive. It has no secrets, no payloads and no data of workspaces. */
export async function writeBundle(diagnosis: Diagnosis, { file, logFile, signal }: BundleOptions): Promise<string> {
  const redaction = createRedaction()
  redaction.add(diagnosis.configuration?.secrets ?? [])
  redaction.add(await secretsOfHome(diagnosis.configuration?.kernel.home))
  const archive = pack()
  // 'wx': a file that is there already is somebody's.
  const written = pipeline(archive, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
  for (const [name, text] of await contents(diagnosis, logFile, signal)) {
    archive.entry({ name: `svc-bundle/${name}`, mode: 0o600 }, redaction.redact(text))
  }
  archive.finalize()
  await written
  return file
}

async function contents(
  { findings, healthy, configuration, api }: Diagnosis,
  logFile: string | null,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const files = new Map([
    ['findings.json', json({ healthy, findings })],
    ['versions.json', json({ at: new Date().toISOString(), node: process.versions, system: system() })],
  ])
  if (configuration)
    files.set(
      'configuration.json',
      json({
        settings: configuration.origins.map(({ key, value, origin }) => ({ key, value, origin })),
        plugins: configuration.plugins,
      }),
    )
  if (api) {
    for (const [name, path] of Object.entries(routes)) {
      const { status, body } = await api.exchange({ method: 'GET', path, signal })
      files.set(name, json({ status, body }))
    }
  }
  if (logFile !== null) files.set('log.txt', await tailOf(logFile))
  return files
}

function system(): object {
  return { platform: platform(), release: release(), arch: process.arch, memory_bytes: totalmem() }
}

/** Secrets that the server itself made. They should not be in a log, and never in a bug report. */
async function secretsOfHome(home: string | undefined): Promise<string[]> {
  if (home === undefined) return []
  const [keys, token] = await Promise.all(
    ['secrets.json', 'setup_token'].map(name => readFile(join(home, name), 'utf8').catch(() => '')),
  )
  return [...(keys ?? '').matchAll(/"([A-Za-z0-9_-]{16,})"/g)]
    .map(([, value]) => value ?? '')
    .concat((token ?? '').trim())
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - logTailBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, logTailBytes)), 0, undefined, start)
    const text = buffer.subarray(0, bytesRead).toString('utf8')
    // The first line may be the rest of one, and half a secret looks like none.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await file.close()
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
