import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { trimPackages } from '../../scripts/bootstrap/trim-packages.mjs'

let packages: string
beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'svc-packages-'))
})
afterEach(() => rmSync(packages, { recursive: true }))

function holding(files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(packages, file)), { recursive: true })
    writeFileSync(join(packages, file), '')
  }
}
const files = () => globSync('**/*.*', { cwd: packages }).toSorted()

it('keeps of packages for all platforms what the machine loads', () => {
  holding([
    'better-sqlite3/package.json',
    'better-sqlite3/deps/sqlite3.c',
    'better-sqlite3/prebuilds/linux-x64.node',
    'better-sqlite3/prebuilds/linuxmusl-x64.node',
    'better-sqlite3/prebuilds/linux-arm64.node',
    'onnxruntime-node/dist/index.js',
    'onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node',
    'onnxruntime-node/bin/napi-v6/linux/arm64/onnxruntime_binding.node',
    'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll',
    'onnxruntime-web/dist/ort.node.min.mjs',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.jsep.wasm',
    'other/deps/file.js',
  ])
  const kept = [
    'better-sqlite3/package.json',
    'better-sqlite3/prebuilds/linux-x64.node',
    'better-sqlite3/prebuilds/linuxmusl-x64.node',
    'onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node',
    'onnxruntime-node/dist/index.js',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    'onnxruntime-web/dist/ort.node.min.mjs',
    'other/deps/file.js',
  ]
  trimPackages(packages, { platform: 'linux', arch: 'x64' })
  expect(files()).toEqual(kept)
  trimPackages(packages, { platform: 'linux', arch: 'x64' })
  expect(files()).toEqual(kept)
})

it('leaves nothing of a native package that was not built for the machine, which falls back to the portable one', () => {
  holding(['onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll', 'onnxruntime-node/package.json'])
  trimPackages(packages, { platform: 'freebsd', arch: 'x64' })
  expect(files()).toEqual(['onnxruntime-node/package.json'])
})

it('keeps one form of a module, and no source maps, messages in other languages or files of its authors', () => {
  holding([
    'mathjs/lib/browser/math.js',
    'mathjs/lib/browser/math.js.map',
    'mathjs/lib/cjs/index.js',
    'mathjs/lib/esm/index.js',
    'pdfkit/.yarn/releases/yarn.cjs',
    'pdfkit/js/pdfkit.js',
    'pdfmake/build/pdfmake.js',
    'pdfmake/fonts/Roboto.ttf',
    'typescript/lib/de/messages.json',
    'typescript/lib/lib.es5.d.ts',
    'typescript/lib/typescript.js',
    'zod/src/index.ts',
    'zod/index.js',
  ])
  trimPackages(packages)
  expect(files()).toEqual([
    'mathjs/lib/browser/math.js',
    'mathjs/lib/esm/index.js',
    'pdfkit/js/pdfkit.js',
    'pdfmake/fonts/Roboto.ttf',
    'typescript/lib/lib.es5.d.ts',
    'typescript/lib/typescript.js',
    'zod/index.js',
  ])
})

it('passes over packages that are not there', () => {
  trimPackages(packages)
  expect(files()).toEqual([])
})
