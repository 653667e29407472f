import {
  ChildEndedError,
  ChildMethodError,
  FairTurns,
  PayloadTooLargeError,
  UnavailableError,
  UnprocessableError,
} from '@svc/plugin'
import type { ChildPool, ChildProcesses, Clock, WorkingChild } from '@svc/plugin'
import type { KnownSigners, Verification } from '../verifying/verification.ts'
import { mostFileBytes } from '../verifying/verify-file.ts'
import type { FileToVerify } from '../verifying/verify-file.ts'

export interface VerifyProcessesOptions {
  children: ChildProcesses
  clock: Clock
  /** Of computing, for one file. */
  limitMs?: number
}

interface Asking {
  workspaceId: string
  /** By user id. */
  person: string
  signal: AbortSignal
}

/** A machine that is busy with other things takes longer than the process. */
const patience = 4
const pieceBytes = 4 * 1024 * 1024
const mostPkcs12Bytes = 256 * 1024
const waiting = { mostWaitingEach: 20, refusal: 'Too many files are waiting to be verified. Try again in a moment.' }
/** Files that are in memory whole, each for as long as it is verified. */
const mostInMemory = { most: 6, mostEach: 2 }
const poolOptions = {
  ...waiting,
  program: 'verify-host',
  size: 2,
  mostEach: 1,
  rssMb: 640,
  /** Well before the last stop that `program.json` sets for the process's whole life. */
  recycle: { rssMb: 300, uses: 200, cpuMs: 300_000 },
  idleMs: 60_000,
}

/** Parses files of strangers in processes that are killed when they take too long: signed files, and PKCS #12. */
export class VerifyProcesses {
  readonly #pool: ChildPool<null>
  readonly #inMemory = new FairTurns({ ...waiting, ...mostInMemory })
  readonly #clock: Clock
  readonly #limits: { cpuMs: number; timeoutMs: number }

  constructor({ children, clock, limitMs = 10_000 }: VerifyProcessesOptions) {
    this.#pool = children.pool(poolOptions)
    this.#clock = clock
    this.#limits = { cpuMs: limitMs, timeoutMs: limitMs * patience }
  }

  /** `read` is called once there is room for its bytes. @throws UnprocessableError, PayloadTooLargeError, RateLimitedError (too many wait), as `read` */
  verify({
    read,
    ...asking
  }: Asking & { known: KnownSigners; read: () => Promise<FileToVerify> }): Promise<Verification> {
    const { workspaceId, person, signal } = asking
    return this.#inMemory.run(workspaceId, signal, async () => this.#verify(await read(), asking), person)
  }

  async #verify(
    { file, manifest = null, signature = null }: FileToVerify,
    { workspaceId, person, signal, known }: Asking & { known: KnownSigners },
  ): Promise<Verification> {
    assertVerifiable(file.length + (manifest?.length ?? 0))
    const certificates = known.certificates.map(({ der, ours }) => ({ der: der.toString('base64'), ours }))
    try {
      return await this.#pool.use({ workspaceId, person, signal, ...this.#limits }, async child => {
        await send(child, 'file', file)
        if (manifest !== null) await send(child, 'manifest', manifest)
        return child.request<Verification>('verify', {
          signature,
          keys: known.keys.map(key => ({ ...key })),
          certificates,
        })
      })
    } catch (error) {
      if (error instanceof ChildMethodError)
        throw new UnprocessableError('unprocessable', error.message, { cause: error })
      if (!(error instanceof ChildEndedError) || error.reason === 'ended') throw error
      const what = ['time', 'cpu'].includes(error.reason)
        ? `takes longer than ${this.#limits.cpuMs / 1000} s`
        : 'ended its reader'
      throw new UnprocessableError(
        'unprocessable',
        `The file cannot be verified: it ${what}. It may be made to do so.`,
        {
          cause: error,
        },
      )
    }
  }

  /** @throws UnprocessableError `certificate_invalid`, with the reason. Neither the password nor the key is in it. */
  async openPkcs12({
    workspaceId,
    person,
    signal,
    file,
    password,
  }: Asking & { file: Buffer; password: string }): Promise<{ key: Buffer; chain: Buffer[] }> {
    if (file.length > mostPkcs12Bytes) throw invalid('too_large', 'The file has more than 256 KiB.')
    try {
      return await this.#pool.use({ workspaceId, person, signal, ...this.#limits }, async child => {
        const now = new Date(this.#clock.now()).toISOString()
        const { value, bytes } = await child.requestBytes('open_pkcs12', { password, now }, file)
        // It has seen a key, which nobody after this one needs to be near.
        child.retire('holds a key')
        const { chain } = value as { chain: string[] }
        return { key: bytes!, chain: chain.map(der => Buffer.from(der, 'base64')) }
      })
    } catch (error) {
      // Without causes: none of these may reach a log with what it was about.
      if (error instanceof ChildMethodError && error.code !== 'internal_error') throw invalid(error.code, error.message)
      if (error instanceof ChildMethodError) throw invalid('damaged', 'The file is damaged, or is no PKCS #12 file.')
      if (!(error instanceof ChildEndedError) || error.reason === 'ended') throw error
      throw invalid('damaged', 'The file takes too long to be opened.')
    }
  }

  close(): Promise<void> {
    this.#inMemory.close(new UnavailableError('The server is stopping.'))
    return this.#pool.close()
  }
}

async function send(child: WorkingChild<null>, part: 'file' | 'manifest', bytes: Buffer): Promise<void> {
  await child.request('begin', { part, bytes: bytes.length })
  for (let at = 0; at < bytes.length; at += pieceBytes)
    await child.request('piece', null, bytes.subarray(at, at + pieceBytes))
}

/** Before it is read. @throws PayloadTooLargeError */
export function assertVerifiable(bytes: number): void {
  if (bytes <= mostFileBytes) return
  throw new PayloadTooLargeError(
    `Files of up to ${mostFileBytes / 1024 / 1024} MiB are verified here. The command line has the same limit.`,
  )
}

function invalid(reason: string, message: string): UnprocessableError {
  return new UnprocessableError('certificate_invalid', message, { extra: { reason } })
}
