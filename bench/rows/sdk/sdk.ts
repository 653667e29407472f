import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { buildSdkPackages } from '../../../scripts/build/sdk-packages.ts'
import { root, startProcess } from '../../support/process.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const run = promisify(execFile)
const imports = 15

/** The SDK for TypeScript as it is handed out: what it adds to `fetch` and to a splitter of streams, its size, its import, and what it holds. */
export async function sdk(): Promise<Row[]> {
  await buildSdkPackages(root)
  const entry = join(root, 'sdk/typescript/dist/index.js')
  return [...(await clientRows()), await bundleRow(entry), await importRow(entry), await largeFileRow()]
}

async function clientRows(): Promise<Row[]> {
  const upstream = await startProcess({ file: 'bench/peers/http/sdk-upstream.ts', path: '/' })
  try {
    // Without svc-source: the package as it is built.
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      join(root, 'bench/rows/sdk/client.ts'),
      upstream.url,
    ])
    const ms = JSON.parse(stdout) as Record<
      'sdkCall' | 'fetchCall' | 'sdkStream' | 'splitStream' | 'callsARound',
      number
    >
    return [
      atMost(
        {
          path: 'SDK for TypeScript, a call',
          measure: 'CPU of the client, p50',
          ours: ms.sdkCall / ms.callsARound,
          unit: 'ms',
          beside: { name: 'plain fetch', value: ms.fetchCall / ms.callsARound },
        },
        1.2,
      ),
      atMost(
        {
          path: 'SDK for TypeScript, a stream',
          measure: 'CPU of the client, 20,000 events, p50',
          ours: ms.sdkStream,
          unit: 'ms',
          beside: { name: 'fetch, split at blank lines, JSON.parse', value: ms.splitStream },
        },
        1.5,
      ),
    ]
  } finally {
    await upstream.stop()
  }
}

async function bundleRow(entry: string): Promise<Row> {
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const
  const { outputFiles } = await build({ entryPoints: [entry], ...options })
  const ours = gzipSync(outputFiles[0]?.contents ?? '').length / 1000
  const beside = { name: 'the goal', value: 25 }
  return atMost({ path: 'SDK for TypeScript, all of it', measure: 'minified, gzip', ours, unit: 'kB', beside }, 1)
}

async function importRow(entry: string): Promise<Row> {
  const program = `const before = performance.now(); await import(${JSON.stringify(pathToFileURL(entry).href)}); console.log(performance.now() - before)`
  const taken: number[] = []
  for (let index = 0; index < imports; index++) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
    taken.push(Number(stdout))
  }
  const ours = taken.toSorted((a, b) => a - b)[imports >> 1] ?? Number.NaN
  const beside = { name: 'the goal', value: 15 }
  return atMost({ path: 'SDK for TypeScript, import', measure: 'in a new process, p50', ours, unit: 'ms', beside }, 1)
}

async function largeFileRow(): Promise<Row> {
  const svc = await startSvc()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-sdk-'))
  try {
    const program = join(root, 'test/sdk/large-files.ts')
    const { stdout } = await run(process.execPath, ['--expose-gc', program, '1024', folder], {
      env: { SVC_BASE_URL: svc.url, SVC_API_KEY: svc.key },
    })
    const { before, grown } = JSON.parse(stdout) as { before: number; grown: number }
    return addedAtMost(
      {
        path: 'SDK for TypeScript, 1 GiB sent as stream, blob and pieces, and read',
        measure: 'peak RSS of the client',
        ours: before + grown,
        unit: 'MB',
        beside: { name: '16 MiB', value: before },
      },
      30,
    )
  } finally {
    await rm(folder, { recursive: true })
    await svc.stop()
  }
}
