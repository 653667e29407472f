import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, SvcError, ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { ed25519Key, keyIdOf } from '../verifying/manifest/manifest.ts'
import { UnverifiableError } from '../verifying/verification.ts'
import type { KnownCertificate, KnownKey, KnownSigners, Verification } from '../verifying/verification.ts'
import { mostFileBytes, verifyFile } from '../verifying/verify-file.ts'

type Context = CommandContext<Commands['export verify']>

/** `svc export verify`: 0 for a file that is valid, 1 for one that is not. It reads the file itself; a server is asked for its keys at most. */
export async function verifyExport(context: Context): Promise<number> {
  const { arguments: given, io, options } = context
  if ((options.manifest === undefined) !== (options.signature === undefined))
    throw new ValidationError('Give --manifest and --signature together: the one is signed by the other.')
  const read = (name: string): Promise<Buffer> => contentOf(resolve(io.cwd, name))
  const file = await read(given.file)
  const manifest = options.manifest === undefined ? null : await read(options.manifest)
  const signature = options.signature === undefined ? null : (await read(options.signature)).toString('latin1')
  const known = await knownSigners(context, read)
  const verification = await verified({ file, manifest, signature }, known)
  io.result(verification, described(given.file, verification))
  return verification.valid ? 0 : 1
}

async function verified(...call: Parameters<typeof verifyFile>): Promise<Verification> {
  try {
    return await verifyFile(...call)
  } catch (error) {
    if (!(error instanceof UnverifiableError)) throw error
    throw new ValidationError(
      'The file is neither a PDF nor a ZIP. With any other file give --manifest and --signature.',
    )
  }
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > mostFileBytes) throw new ValidationError(`${path} has more than ${mostFileBytes / 1024 / 1024} MiB.`)
    return await readFile(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'EISDIR')
      throw new ValidationError(`There is no file ${path}.`, [], { cause: error })
    throw error
  }
}

/** Whom the caller names; without a name, the server or home that commands act on. */
async function knownSigners(context: Context, read: (name: string) => Promise<Buffer>): Promise<KnownSigners> {
  const { client, io, options } = context
  const { cert: certs, key: keys, url } = options
  if (certs.length === 0 && keys.length === 0 && url === undefined) {
    try {
      const { keys: own, certificates } = signersOf(await client.request<Published>('GET', '/api/export/keys'), true)
      return { keys: own, certificates: [...certificates, ...(await uploadedCertificates(client))] }
    } catch (error) {
      if (!(error instanceof SvcError)) throw error
      io.note(`No keys are known from here (${error.message}) Name whom you trust with --key, --cert or --url.`)
      return { keys: [], certificates: [] }
    }
  }
  const published = url === undefined ? { items: [] } : await publishedAt(client, url)
  const { keys: theirKeys, certificates } = signersOf(published, false)
  return {
    keys: [...theirKeys, ...(await Promise.all(keys.map(key => knownKey(key, read))))],
    certificates: [...certificates, ...(await Promise.all(certs.map(cert => knownCertificates(cert, read)))).flat()],
  }
}

/** Those of the workspace, where the caller may see them. */
async function uploadedCertificates(client: Context['client']): Promise<KnownCertificate[]> {
  try {
    const { items } = await client.request<{ items: { certificate_pem: string }[] }>('GET', '/api/export/certificates')
    return items.map(({ certificate_pem: pem }) => ({ der: new X509Certificate(pem).raw, ours: true }))
  } catch (error) {
    if (error instanceof SvcError && (error.status === 401 || error.status === 403)) return []
    throw error
  }
}

interface Published {
  items: { key_id: string; kind: 'ed25519' | 'x509'; public_key: string; certificate_pem?: string }[]
}

async function publishedAt(client: Context['client'], url: string): Promise<Published> {
  const server = await client.at(url)
  return server.request<Published>('GET', '/.well-known/svc-signing-keys.json')
}

function signersOf({ items }: Published, ours: boolean): KnownSigners {
  return {
    keys: items.flatMap(({ key_id, kind, public_key }) => (kind === 'ed25519' ? [{ key_id, public_key, ours }] : [])),
    certificates: items.flatMap(({ certificate_pem: pem }) =>
      pem === undefined ? [] : [{ der: new X509Certificate(pem).raw, ours }],
    ),
  }
}

/** In base64 as the server publishes it, or a file with that or PEM in it. */
async function knownKey(given: string, read: (name: string) => Promise<Buffer>): Promise<KnownKey> {
  const text = ed25519Key(given) === null ? (await read(given)).toString('latin1').trim() : given
  const key = ed25519Key(text)
  if (key === null) throw new ValidationError(`--key ${given} is no Ed25519 key, neither in base64 nor in PEM.`)
  const spki = key.export({ type: 'spki', format: 'der' })
  return { key_id: keyIdOf(spki), public_key: spki.toString('base64'), ours: false }
}

async function knownCertificates(name: string, read: (name: string) => Promise<Buffer>): Promise<KnownCertificate[]> {
  const content = await read(name)
  const blocks = content.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [
    content,
  ]
  try {
    return blocks.map(block => ({ der: new X509Certificate(block).raw, ours: false }))
  } catch (cause) {
    throw new ValidationError(`--cert ${name} holds no certificate in PEM or DER.`, [], { cause })
  }
}

function described(name: string, { checks, files = [], signed_at: at, signer, valid }: Verification): string {
  const who = signer?.subject ?? signer?.key_id
  const lines = [valid ? `${name} is valid.` : `${name} is NOT valid.`]
  if (who !== undefined)
    lines.push(
      `${valid ? 'Signed by' : 'It names as its signer'} ${who}${at === null ? '' : ` on ${at}`}${signer?.ours ? ', of this instance' : ''}.`,
    )
  if (signer?.fingerprint_sha256 !== undefined)
    lines.push(
      `SHA-256 of ${signer.key_id === undefined ? 'its certificate' : 'its key'}: ${signer.fingerprint_sha256}`,
    )
  const width = Math.max(...checks.map(check => check.name.length))
  for (const { detail, name: check, ok } of checks)
    lines.push(`  ${ok ? 'ok' : 'NO'}  ${check.padEnd(width)}  ${detail}`)
  for (const { path, reason } of files.filter(({ ok }) => !ok).slice(0, 20)) lines.push(`  NO  ${path}: ${reason}`)
  return lines.join('\n')
}
