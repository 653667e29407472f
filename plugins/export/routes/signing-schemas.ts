import { Type } from 'typebox'

const time = Type.String({ format: 'date-time' })
const nullableTime = Type.Union([time, Type.Null()])
const hexHash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, 64 digits of hexadecimal.' })

export const certificateParams = Type.Object({ certificate_id: Type.String({ minLength: 1, maxLength: 100 }) })

export const shownCertificate = Type.Object(
  {
    certificate_id: Type.String(),
    name: Type.String(),
    subject: Type.String(),
    issuer: Type.String(),
    serial: Type.String({ description: 'In hexadecimal.' }),
    fingerprint_sha256: hexHash,
    key: Type.String({ description: '`rsa-3072`, `ec-p256`, …' }),
    certificate_pem: Type.String({ description: 'For those who verify.' }),
    chain: Type.Array(Type.String(), { description: 'The subjects of the certificates that vouch for it.' }),
    not_before: time,
    not_after: time,
    active: Type.Boolean({ description: 'It signs where an export names no certificate.' }),
    origin: Type.Union([Type.Literal('instance'), Type.Literal('uploaded')]),
  },
  { title: 'SigningCertificate' },
)

export const signingKey = Type.Object(
  {
    key_id: Type.String(),
    kind: Type.Union([Type.Literal('ed25519'), Type.Literal('x509')], {
      description: '`ed25519` signs manifests, `x509` PDF files.',
    }),
    public_key: Type.String({ description: 'SPKI DER in base64.' }),
    certificate_pem: Type.Optional(Type.String()),
    fingerprint_sha256: hexHash,
    active: Type.Boolean(),
    created_at: time,
    retired_at: nullableTime,
  },
  { title: 'SigningKey' },
)

const signer = Type.Object(
  {
    subject: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    fingerprint_sha256: Type.Optional(hexHash),
    key_id: Type.Optional(Type.String()),
    ours: Type.Boolean({ description: 'Made with a key or certificate of this instance.' }),
    trusted: Type.Boolean({ description: 'The key is known from elsewhere than the file.' }),
    not_before: Type.Optional(time),
    not_after: Type.Optional(time),
  },
  { title: 'DocumentSigner' },
)

export const verification = Type.Object(
  {
    valid: Type.Boolean({
      description: 'True only when every byte is covered, every check holds and the signer is known.',
    }),
    kind: Type.Union([Type.Literal('pades'), Type.Literal('manifest')]),
    covers_whole_file: Type.Boolean(),
    signer: Type.Union([signer, Type.Null()]),
    signed_at: Type.Union([time, Type.Null()], { description: "By the signer's own clock." }),
    checks: Type.Array(
      Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() }, { title: 'VerificationCheck' }),
    ),
    files: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String(),
            ok: Type.Boolean(),
            reason: Type.Optional(
              Type.Union([Type.Literal('altered'), Type.Literal('missing'), Type.Literal('extra')]),
            ),
          },
          { title: 'VerifiedFile' },
        ),
      ),
    ),
    problems: Type.Array(Type.String(), {
      description: '`digest_mismatch`, `appended_after_signature`, `key_unknown`, …',
    }),
  },
  { title: 'Verification' },
)

export const exampleCertificate = {
  certificate_id: 'crt_01jd3q6z8m4v9x2c5b7n0k1h2g',
  name: 'svc reports.example.org',
  subject: 'CN=svc reports.example.org',
  issuer: 'CN=svc reports.example.org',
  serial: '4e36bb0b961837767a5087443' + '9e80983',
  fingerprint_sha256: '1747879cadded0830221a5f18fe9b40fca420c5f683e362b507b7233d2943594',
  key: 'rsa-3072',
  certificate_pem: '-----BEGIN CERTIFICATE-----\nMIIEIDCCAo…\n-----END CERTIFICATE-----\n',
  chain: [],
  not_before: '2026-11-24T07:55:00.000Z',
  not_after: '2029-11-24T08:00:00.000Z',
  active: true,
  origin: 'instance',
} as const

export const exampleKey = {
  key_id: 'key_0f1e2d3c4b5a69788796',
  kind: 'ed25519',
  public_key: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  fingerprint_sha256: '2f5d2a8e0f6a4a6f4f4f6b0e2f1d3c5b7a9988776655443322110ffeeddccbba',
  active: true,
  created_at: '2026-11-24T08:00:00.000Z',
  retired_at: null,
} as const

export const exampleVerification = {
  valid: true,
  kind: 'pades',
  covers_whole_file: true,
  signer: {
    subject: exampleCertificate.subject,
    issuer: exampleCertificate.issuer,
    fingerprint_sha256: exampleCertificate.fingerprint_sha256,
    ours: true,
    trusted: true,
    not_before: exampleCertificate.not_before,
    not_after: exampleCertificate.not_after,
  },
  signed_at: '2026-11-24T08:01:00.000Z',
  checks: [{ name: 'digest', ok: true, detail: 'The content is the one that was signed.' }],
  problems: [],
} as const
