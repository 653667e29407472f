import { createPrivateKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasProgram, OpensslFolder } from '../../../../test/support/signing/openssl.ts'
import { openPkcs12, Pkcs12Fault } from './open-pkcs12.ts'

const openssl = hasProgram('openssl', 'version')
/** A little later than the files are made. */
const now = new Date(Date.now() + 60_000)
const password = 'correct horse'

describe.skipIf(!openssl)('A PKCS #12 file', () => {
  let folder: OpensslFolder
  beforeAll(() => {
    folder = new OpensslFolder()
  })
  afterAll(() => folder.remove())

  const opened = (bytes: Buffer, secret = password): [string, string | undefined] => {
    const { chain, key } = openPkcs12(bytes, secret, now)
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    return [
      new X509Certificate(chain[0]!).subject,
      asymmetricKeyType === 'rsa' ? `rsa-${asymmetricKeyDetails?.modulusLength}` : asymmetricKeyDetails?.namedCurve,
    ]
  }
  const reason = (bytes: Buffer, secret = password): string => {
    try {
      openPkcs12(bytes, secret, now)
      return 'opened'
    } catch (error) {
      if (error instanceof Pkcs12Fault) return error.reason
      throw error
    }
  }

  it('opens with modern and legacy encryption, for RSA and both curves', () => {
    folder.certificate('rsa', 'rsa:2048')
    expect(opened(folder.pkcs12('rsa', password))).toEqual(['CN=rsa', 'rsa-2048'])
    expect(opened(folder.pkcs12('rsa', password, '-legacy'))).toEqual(['CN=rsa', 'rsa-2048'])
    folder.certificate('p256', 'ec:P-256')
    expect(opened(folder.pkcs12('p256', password))).toEqual(['CN=p256', 'prime256v1'])
    folder.certificate('p384', 'ec:P-384')
    expect(opened(folder.pkcs12('p384', password, '-legacy'))).toEqual(['CN=p384', 'secp384r1'])
  })

  it('opens with a password in any script', () => {
    folder.certificate('umlaut', 'ec:P-256')
    expect(opened(folder.pkcs12('umlaut', 'Schlüssel–д'), 'Schlüssel–д')).toEqual(['CN=umlaut', 'prime256v1'])
    expect(reason(folder.read('umlaut.p12'), 'Schlüssel–e')).toBe('wrong_password')
  })

  it('brings the certificates above its own, in their order', () => {
    folder.certificate('root', 'ec:P-256', '-addext', 'basicConstraints=critical,CA:TRUE')
    folder.run(
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'leaf.key',
      '-out',
      'leaf.csr',
      '-subj',
      '/CN=leaf',
    )
    folder.run(
      'x509',
      '-req',
      '-in',
      'leaf.csr',
      '-CA',
      'root.pem',
      '-CAkey',
      'root.key',
      '-CAcreateserial',
      '-days',
      '30',
      '-out',
      'leaf.pem',
    )
    const { chain } = openPkcs12(folder.pkcs12('leaf', password, '-certfile', 'root.pem'), password, now)
    expect(chain.map(der => new X509Certificate(der).subject)).toEqual(['CN=leaf', 'CN=root'])
  })

  it('is refused by name: wrong password, cut in half, without a key, with the key of another', () => {
    folder.certificate('one', 'rsa:2048')
    const bytes = folder.pkcs12('one', password)
    expect(reason(bytes, 'wrong')).toBe('wrong_password')
    expect(reason(bytes, '')).toBe('wrong_password')
    expect(reason(bytes.subarray(0, bytes.length / 2))).toBe('damaged')
    expect(reason(Buffer.from('no such file'))).toBe('damaged')
    folder.run('pkcs12', '-export', '-nokeys', '-in', 'one.pem', '-out', 'keyless.p12', '-passout', `pass:${password}`)
    expect(reason(folder.read('keyless.p12'))).toBe('no_private_key')
    folder.run(
      'pkcs12',
      '-export',
      '-nocerts',
      '-inkey',
      'one.key',
      '-out',
      'certless.p12',
      '-passout',
      `pass:${password}`,
    )
    expect(reason(folder.read('certless.p12'))).toBe('key_mismatch')
  })

  it('is refused by name: expired, for encryption only, too weak, of another curve', () => {
    const bytes = folder.pkcs12('p256', password)
    expect(() => openPkcs12(bytes, password, new Date('2100-01-01'))).toThrow('The certificate expired on')
    expect(() => openPkcs12(bytes, password, new Date('2020-01-01'))).toThrow('not valid before')
    folder.certificate('crypt', 'rsa:2048', '-addext', 'keyUsage=critical,keyEncipherment')
    expect(reason(folder.pkcs12('crypt', password))).toBe('key_usage')
    folder.certificate('weak', 'rsa:1024')
    expect(reason(folder.pkcs12('weak', password))).toBe('weak_key')
    folder.certificate('k1', 'ec:secp256k1')
    expect(reason(folder.pkcs12('k1', password))).toBe('key_not_supported')
  })
})
