import { Attached, RemoteError, serveParent } from '@svc/plugin/child'
import { openPkcs12, Pkcs12Fault } from './pkcs12/open-pkcs12.ts'
// Loaded before the first request: afterwards the program's own files may be out of reach.
import './pdf/verify-pdf.ts'
import { UnverifiableError } from './verification.ts'
import { mostFileBytes, verifyFile } from './verify-file.ts'

interface Beginning {
  part: 'file' | 'manifest'
  bytes: number
}

interface VerifyParams {
  signature: string | null
  keys: { key_id: string; public_key: string; ours: boolean }[]
  certificates: { der: string; ours: boolean }[]
}

interface OpenParams {
  password: string
  now: string
}

// One file at a time: it comes in pieces, because a message is shorter than a file may be.
const parts = new Map<string, Buffer>()
let filling = Buffer.alloc(0)
let filled = 0

serveParent({
  methods: {
    begin({ part, bytes }: Beginning) {
      if (bytes > mostFileBytes) throw new RemoteError('too_large', 'The file is too large.')
      filling = Buffer.alloc(bytes)
      filled = 0
      parts.set(part, filling)
      return null
    },
    piece(_: null, bytes: Buffer | null) {
      filled += bytes?.copy(filling, filled) ?? 0
      return null
    },
    async verify({ signature, keys, certificates }: VerifyParams) {
      const file = parts.get('file') ?? Buffer.alloc(0)
      const manifest = parts.get('manifest') ?? null
      parts.clear()
      const known = {
        keys,
        certificates: certificates.map(({ der, ours }) => ({ der: Buffer.from(der, 'base64'), ours })),
      }
      try {
        return { ...(await verifyFile({ file, manifest, signature }, known)) }
      } catch (error) {
        throw error instanceof UnverifiableError ? new RemoteError('unprocessable', error.message) : error
      }
    },
    open_pkcs12({ password, now }: OpenParams, bytes: Buffer | null) {
      try {
        const { key, chain } = openPkcs12(bytes ?? Buffer.alloc(0), password, new Date(now))
        return new Attached({ chain: chain.map(der => der.toString('base64')) }, key)
      } catch (error) {
        throw error instanceof Pkcs12Fault ? new RemoteError(error.reason, error.message) : error
      }
    },
  },
})
