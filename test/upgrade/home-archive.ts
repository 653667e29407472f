import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Made anew by every start, or of the process that is gone. */
const left = /^(?:cache|web|backups)\/|^lock\.sqlite|\.tmp$/

/** Writes the files of a folder as `.tar.br`. */
export async function packFolder(folder: string, archive: string): Promise<void> {
  const tar = pack()
  const compress = createBrotliCompress({ params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  const written = pipeline(tar, compress, createWriteStream(archive))
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter(each => each.isFile())) {
    const path = join(file.parentPath, file.name)
    const name = relative(folder, path).split(sep).join('/')
    if (!left.test(name)) tar.entry({ name }, await readFile(path))
  }
  tar.finalize()
  await written
}

export async function unpackFolder(archive: string, folder: string): Promise<void> {
  const tar = extract()
  const read = pipeline(createReadStream(archive), createBrotliDecompress(), tar)
  for await (const entry of tar) {
    const path = join(folder, entry.header.name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(entry, createWriteStream(path))
  }
  await read
}
