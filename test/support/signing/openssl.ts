import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether the program can be called. */
export function hasProgram(name: string, ...args: string[]): boolean {
  return spawnSync(name, args, { stdio: 'ignore' }).error === undefined
}

/** A folder with keys, certificates and PKCS #12 files that OpenSSL makes. */
export class OpensslFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'svc-openssl-'))

  run(...args: string[]): string {
    return execFileSync('openssl', args, { cwd: this.path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  read(name: string): Buffer {
    return readFileSync(join(this.path, name))
  }

  write(name: string, content: string | Uint8Array): string {
    const file = join(this.path, name)
    writeFileSync(file, content)
    return file
  }

  /** `<name>.key` and `<name>.pem`, signed by itself. `key`: `rsa:3072`, `ec:P-256`. */
  certificate(name: string, key: string, ...more: string[]): void {
    const [type, size] = key.split(':')
    const newKey = type === 'ec' ? ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${size}`] : ['-newkey', key]
    const days = more.includes('-not_after') || more.includes('-days') ? [] : ['-days', '30']
    this.run(
      'req',
      '-x509',
      '-nodes',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
      ...days,
      ...more,
    )
  }

  /** A PKCS #12 file of a key and its certificate. */
  pkcs12(name: string, password: string, ...more: string[]): Buffer {
    this.run(
      'pkcs12',
      '-export',
      '-inkey',
      `${name}.key`,
      '-in',
      `${name}.pem`,
      '-out',
      `${name}.p12`,
      '-passout',
      `pass:${password}`,
      ...more,
    )
    return this.read(`${name}.p12`)
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
