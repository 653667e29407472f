import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** @typedef {{ platform: string, arch: string }} Machine */

/**
 * What of large packages is never loaded on this machine: a folder within node_modules, and which of its entries stay.
 * @type {(machine: Machine) => [folder: string, stays: RegExp][]}
 */
const trims = ({ platform, arch }) => [
  // Built for all platforms.
  ['onnxruntime-node/bin/napi-v6', new RegExp(`^${platform}$`)],
  [`onnxruntime-node/bin/napi-v6/${platform}`, new RegExp(`^${arch}$`)],
  ['better-sqlite3/prebuilds', new RegExp(`^${platform}(musl)?-${arch}\\.node$`)],
  ['isolated-vm/prebuilds', new RegExp(`^${platform}-${arch}$`)],
  // For browsers, with graphics cards.
  ['onnxruntime-web/dist', /^(ort\.node\.min\.m?js|ort-wasm-simd-threaded\.(mjs|wasm))$/],
  // Sources that the builds above were made of.
  ['better-sqlite3', /^(?!deps$)/],
  ['isolated-vm', /^(?!.*\.tgz$)/],
  // Other forms of the same modules.
  ['gpt-tokenizer', /^(?!(cjs|src|data)$)/],
  ['mathjs/lib', /^(?!cjs$)/],
  ['pdfmake', /^(?!build$)/],
  ['zod', /^(?!src$)/],
  ['protobufjs', /^(?!(cli|dist)$)/],
  ['docx/dist', /^index\.(mjs|d\.ts)$/],
  ['luxon/build', /^(es6|node)$/],
  ['node-forge', /^(?!(dist|flash)$)/],
  // Source maps, of the packages with most of them: Node reads none unless it is asked to.
  ['@modelcontextprotocol/client/dist', /^(?!.*\.map$)/],
  ['@modelcontextprotocol/server/dist', /^(?!.*\.map$)/],
  ['mathjs/lib/browser', /^(?!.*\.map$)/],
  ['vega-lite/build', /^(?!.*\.map$)/],
  ['fontkit/dist', /^(?!.*\.map$)/],
  ['jszip', /^(?!dist$)/],
  // What a package's authors alone use: a package manager, files to measure with.
  ['pdfkit', /^(?!\.yarn$)/],
  ['bintrees', /^(?!test$)/],
  // The compiler's messages in languages that nothing here asks for.
  ['typescript/lib', /^(?!(cs|de|es|fr|it|ja|ko|pl|pt-br|ru|tr|zh-cn|zh-tw)$)/],
]

/**
 * Removes it, so that an installation takes 430 MB and not 900. Harmless when it has been done before.
 * @param {string} packages the folder `node_modules`
 * @param {Machine} [machine]
 */
export function trimPackages(packages, machine = process) {
  for (const [folder, stays] of trims(machine)) {
    const path = join(packages, folder)
    const entries = existsSync(path) ? readdirSync(path) : []
    for (const entry of entries) if (!stays.test(entry)) rmSync(join(path, entry), { recursive: true, force: true })
  }
}
