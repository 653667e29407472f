import { openAsBlob } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { SvcClient } from '@svc/sdk'

// Run as a program, with --expose-gc: its memory is that of the client alone. It sends and reads a file of argv[2] MiB below argv[3], and
// prints by how many MiB it grew beyond what a small file takes.
const client = new SvcClient()
const mebibyte = 1024 * 1024
const size = Number(process.argv[2]) * mebibyte

function streamOf(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      if (left === 0) return controller.close()
      const piece = new Uint8Array(Math.min(left, 65_536))
      left -= piece.length
      controller.enqueue(piece)
    },
  })
}

async function sparse(bytes: number): Promise<Blob> {
  const path = `${process.argv[3]}/${bytes}.bin`
  await writeFile(path, '')
  await truncate(path, bytes)
  return openAsBlob(path)
}

async function read(file_id: string): Promise<number> {
  const { body } = await client.files.content(file_id).asResponse()
  let bytes = 0
  for await (const chunk of body ?? []) bytes += chunk.length
  return bytes
}

async function all(bytes: number): Promise<Record<string, number>> {
  const streamed = await client.files.put(`streamed-${bytes}.bin`, streamOf(bytes))
  const pieces = await client.files.uploadLarge(await sparse(bytes), { path: `pieces-${bytes}.bin` })
  const whole = await client.files.upload({ content: await sparse(bytes), path: `whole-${bytes}.bin` })
  return { streamed: streamed.size, whole: whole.size, pieces: pieces.size, read: await read(pieces.file_id) }
}

/** MiB. Where there is a `/proc`, by it: `maxRSS` begins with what the program took that started this one. */
async function peak(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kibibytes = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Number(kibibytes) / 1024
}

// What is no longer held goes soon, and not when the collector likes: what then grows is held.
const collecting = setInterval(() => globalThis.gc?.(), 5)
// What a first call needs is no growth by the file.
await all(16 * mebibyte)
const before = await peak()
const sizes = await all(size)
clearInterval(collecting)
const grown = (await peak()) - before
process.stdout.write(JSON.stringify({ sizes, before, grown }))
