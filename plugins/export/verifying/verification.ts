/** Who signed, as far as the signature says it. */
export interface Signer {
  subject?: string
  issuer?: string
  fingerprint_sha256?: string
  key_id?: string
  /** Made with a key or certificate of this instance. */
  ours: boolean
  /** The key is known from elsewhere than the file: of this instance, or given by who asks. */
  trusted: boolean
  not_before?: string
  not_after?: string
}

export interface Check {
  name: string
  ok: boolean
  /** A sentence. */
  detail: string
}

export interface CheckedFile {
  path: string
  ok: boolean
  reason?: 'altered' | 'missing' | 'extra'
}

export const problems = [
  'not_signed',
  'digest_mismatch',
  'signature_invalid',
  'appended_after_signature',
  'byte_range_odd',
  'certificate_expired',
  'manifest_missing',
  'key_unknown',
  'file_altered',
  'file_missing',
  'file_extra',
  'unsafe_path',
] as const
export type Problem = (typeof problems)[number]

export interface Verification {
  /** True only when every byte is covered, every check holds and the signer is known. */
  valid: boolean
  kind: 'pades' | 'manifest'
  covers_whole_file: boolean
  /** Null when the file does not get as far as naming one. */
  signer: Signer | null
  /** When, by the signer's own clock. */
  signed_at: string | null
  checks: Check[]
  files?: CheckedFile[]
  problems: Problem[]
}

/** A key that manifests may be signed with: `public_key` is SPKI DER in base64. */
export interface KnownKey {
  key_id: string
  public_key: string
  ours: boolean
}

export interface KnownCertificate {
  /** DER. */
  der: Buffer
  ours: boolean
}

/** Whom the one who asks knows. A key that only the file itself names is not among them. */
export interface KnownSigners {
  keys: readonly KnownKey[]
  certificates: readonly KnownCertificate[]
}

/** What is verified is no file of a kind that can be. */
export class UnverifiableError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnverifiableError'
  }
}

/** Gathers the checks of one file in the order in which they are to be shown. */
export class Findings {
  readonly #checks = new Map<string, Check>()
  readonly #problems = new Set<Problem>()

  /** Each check fails until it is said to hold, so what is never reached is never fine. */
  constructor(names: readonly string[]) {
    for (const name of names)
      this.#checks.set(name, { name, ok: false, detail: 'Not checked: what comes before it failed.' })
  }

  pass(name: string, detail: string): void {
    this.#checks.set(name, { name, ok: true, detail })
  }

  fail(name: string, problem: Problem, detail: string): void {
    this.#checks.set(name, { name, ok: false, detail })
    this.#problems.add(problem)
  }

  /** Notes that a check holds or not. */
  note(name: string, fault: { problem: Problem; detail: string } | null, detail: string): void {
    if (fault === null) this.pass(name, detail)
    else this.fail(name, fault.problem, fault.detail)
  }

  holds(name: string): boolean {
    return this.#checks.get(name)?.ok ?? false
  }

  get checks(): Check[] {
    return [...this.#checks.values()]
  }

  get problems(): Problem[] {
    return problems.filter(problem => this.#problems.has(problem))
  }

  get isFine(): boolean {
    return this.#problems.size === 0 && this.checks.every(({ ok }) => ok)
  }
}
