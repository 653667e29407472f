import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const packable = /\.(js|css|svg|md|txt)$/
/** A smaller file fits into one packet either way. */
const leastBytes = 1024
/** Level 11 takes eight times as long for two percent. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Packs each file beside itself as `.br` and `.gz`, so that nothing is packed while it is served. */
export function packFiles(): Plugin {
  let folder = ''
  return {
    name: 'pack-files',
    apply: 'build',
    configResolved({ build }) {
      folder = join(build.outDir, build.assetsDir)
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter(name => packable.test(name))
      await Promise.all(names.map(name => pack(join(folder, name))))
    },
  }
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, brotliOptions),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
