import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../manifest/canonical-json.ts'
import { keyIdOf } from '../manifest/manifest.ts'
import { verifyWithManifest } from '../manifest/verify-manifest.ts'
import type { KnownSigners } from '../verification.ts'
import { verifyZip } from './verify-zip.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const spki = publicKey.export({ type: 'spki', format: 'der' })
const key = { key_id: keyIdOf(spki), public_key: spki.toString('base64'), ours: true }
const known: KnownSigners = { keys: [key], certificates: [] }
const createdAt = '2027-03-01T12:00:00.000Z'

type Files = Record<string, string>
const content: Files = { 'report.pdf': 'the report', 'data/cars.csv': 'name,hp\n'.repeat(50) }

function manifestOf(files: Files, by = key, signer = privateKey): { bytes: Buffer; signature: string } {
  const named = Object.entries(files).map(([path, text]) => ({
    path,
    size: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  const manifest = {
    manifest: 1,
    export_id: 'xpt_1',
    created_at: createdAt,
    title: 'T',
    instance: 'svc',
    key_id: by.key_id,
    public_key: by.public_key,
    files: named,
    items: [],
  }
  const bytes = Buffer.from(canonicalJson(manifest))
  return { bytes, signature: sign(null, bytes, signer).toString('base64') }
}

function zipOf(files: Files, { bytes, signature } = manifestOf(content)): Buffer {
  const entries = { ...files, 'svc-manifest.json': bytes, 'svc-manifest.sig': signature }
  const packed = Object.entries(entries).map(([name, value]) => [name, new Uint8Array(Buffer.from(value))])
  return Buffer.from(zipSync(Object.fromEntries(packed) as Record<string, Uint8Array>, { mtime: createdAt }))
}

const judge = async (
  zip: Buffer,
  signers = known,
): Promise<{ valid: boolean; problems: string[]; files?: unknown }> => {
  const { files, problems, valid } = await verifyZip(zip, signers)
  return { valid, problems, files: files?.filter(({ ok }) => !ok) }
}

describe('A signed ZIP', () => {
  it('is valid, names its key, and says so of each file', async () => {
    const { checks, ...verification } = await verifyZip(zipOf(content), known)
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual(
      ['structure', 'manifest', 'signature', 'signer_known', 'files'].map(name => [name, true]),
    )
    expect(verification).toEqual({
      valid: true,
      kind: 'manifest',
      covers_whole_file: true,
      signer: {
        key_id: key.key_id,
        ours: true,
        trusted: true,
        fingerprint_sha256: createHash('sha256').update(spki).digest('hex'),
      },
      signed_at: createdAt,
      files: [
        { path: 'report.pdf', ok: true },
        { path: 'data/cars.csv', ok: true },
      ],
      problems: [],
    })
  })

  it('has a manifest that node:crypto alone verifies with the published key', () => {
    const { bytes, signature } = manifestOf(content)
    const published = createPublicKey({ key: Buffer.from(key.public_key, 'base64'), format: 'der', type: 'spki' })
    expect(verify(null, bytes, published, Buffer.from(signature, 'base64'))).toBe(true)
    expect(canonicalJson({ b: [1e21, 'é\u0007'], a: { '\u20ac': null, '\r': -0 } })).toBe(
      '{"a":{"\\r":0,"€":null},"b":[1e+21,"é\\u0007"]}',
    )
  })

  it('says of a file that it was altered, is missing or was added', async () => {
    expect(await judge(zipOf({ ...content, 'report.pdf': 'the rEport' }))).toEqual({
      valid: false,
      problems: ['file_altered'],
      files: [{ path: 'report.pdf', ok: false, reason: 'altered' }],
    })
    expect(await judge(zipOf({ 'report.pdf': content['report.pdf']! }))).toEqual({
      valid: false,
      problems: ['file_missing'],
      files: [{ path: 'data/cars.csv', ok: false, reason: 'missing' }],
    })
    expect(await judge(zipOf({ ...content, 'more.txt': 'x' }))).toEqual({
      valid: false,
      problems: ['file_extra'],
      files: [{ path: 'more.txt', ok: false, reason: 'extra' }],
    })
  })

  it('is refused with a path that leads out of its folder', async () => {
    for (const path of ['../x', '/etc/x', 'a/../../x', 'a\\b', 'C:x', 'a//b', './x'])
      expect((await judge(zipOf({ ...content, [path]: 'x' }))).problems).toContain('unsafe_path')
  })

  it('is refused with the key of a stranger, a signature of another, or none', async () => {
    const other = generateKeyPairSync('ed25519')
    const theirs = other.publicKey.export({ type: 'spki', format: 'der' })
    const strange = { key_id: key.key_id, public_key: theirs.toString('base64'), ours: true }
    expect((await judge(zipOf(content, manifestOf(content, strange, other.privateKey)))).problems).toEqual([
      'key_unknown',
    ])
    expect((await judge(zipOf(content, manifestOf(content, key, other.privateKey)))).problems).toEqual([
      'signature_invalid',
    ])
    expect((await judge(zipOf(content, { ...manifestOf(content), signature: '' }))).problems).toEqual([
      'signature_invalid',
    ])
    const { bytes, signature } = manifestOf(content)
    const edited = Buffer.from(bytes.toString().replace('"title":"T"', '"title":"U"'))
    expect((await judge(zipOf(content, { bytes: edited, signature }))).problems).toEqual(['signature_invalid'])
    const twice = Buffer.from(bytes.toString().replace('"title":"T"', '"title":"T","title":"T"'))
    expect(
      (await judge(zipOf(content, { bytes: twice, signature: sign(null, twice, privateKey).toString('base64') })))
        .problems,
    ).toEqual(['signature_invalid'])
  })

  it('is refused without manifest, cut off, or with bytes that belong to no file', async () => {
    const plain = Buffer.from(zipSync({ 'a.txt': new Uint8Array(3) }))
    expect((await judge(plain)).problems).toEqual(['manifest_missing'])
    const zip = zipOf(content)
    expect((await judge(zip.subarray(0, 200))).problems).toEqual(['manifest_missing'])
    expect((await judge(Buffer.concat([zip, Buffer.from('x')]))).problems).toEqual(['manifest_missing'])
    const list = zip.readUInt32LE(zip.length - 6)
    const hidden = Buffer.concat([zip.subarray(0, list), Buffer.from('hidden'), zip.subarray(list)])
    hidden.writeUInt32LE(list + 6, hidden.length - 6)
    expect((await judge(hidden)).problems).toEqual(['file_extra'])
  })

  it('does not unpack more than its manifest says', async () => {
    const bomb = zipSync({
      'report.pdf': new Uint8Array(64 * 1024 * 1024),
      'svc-manifest.json': manifestOf(content).bytes,
    })
    expect((await judge(Buffer.from(bomb))).problems).toContain('file_altered')
    expect(deflateRawSync(Buffer.alloc(1024)).length).toBeLessThan(100)
  })

  it('is not valid with any one byte changed, unless no reader can see the change', async () => {
    const zip = zipOf(content)
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const altered = Buffer.from(zip)
        altered[place]! ^= change
        const { files, valid } = await verifyZip(altered, known)
        // Times and versions in the heads are nobody's content; names, sizes, checksums and bytes are.
        return !valid || files?.length === 2
      }),
      { numRuns: 300 },
    )
  })
})

describe('A file with its manifest beside it', () => {
  const file = Buffer.from('{"a":1}')
  const { bytes: manifest, signature } = manifestOf({ 'export.json': '{"a":1}' })

  it('is valid under any name, and altered with another byte', () => {
    expect(verifyWithManifest(file, { manifest, signature }, known)).toMatchObject({
      valid: true,
      kind: 'manifest',
      problems: [],
    })
    expect(verifyWithManifest(Buffer.from('{"a":2}'), { manifest, signature }, known)).toMatchObject({
      valid: false,
      problems: ['file_altered'],
      files: [{ path: 'export.json', ok: false, reason: 'altered' }],
    })
    expect(verifyWithManifest(file, { manifest, signature: null }, known).problems).toEqual(['signature_invalid'])
    expect(verifyWithManifest(file, { manifest, signature }, { keys: [], certificates: [] }).problems).toEqual([
      'key_unknown',
    ])
  })
})
