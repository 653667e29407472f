import { describe, expect, it } from 'vitest'
import { HostCheck, assertOwnOrigin, isLoopbackName } from './own-origin.ts'

const own = 'svc.test:8420'

describe('assertOwnOrigin', () => {
  it.each([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://svc.test:8420' }],
    ['our own page in an older browser', { origin: 'http://svc.test:8420' }],
    ['our own page behind a proxy that ends TLS', { origin: 'https://svc.test:8420' }],
    ['the public name', { origin: 'https://public.test' }],
    ['a referrer of ours', { referer: 'http://svc.test:8420/login' }],
    ['a program, which sends none of these headers', {}],
  ])('lets %s write', (_who, headers) => {
    expect(() => assertOwnOrigin(headers, own, 'https://public.test')).not.toThrow()
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site', origin: 'http://other.svc.test' }],
    ['another port of this host', { origin: 'http://svc.test:9999' }],
    ['an opaque origin', { origin: 'null' }],
    ['a host that only begins like ours', { origin: 'http://svc.test:8420.evil.test' }],
    ['a referrer of another site', { referer: 'https://evil.test/http://svc.test:8420/' }],
    ['a cross-site request that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://svc.test:8420' }],
  ])('refuses %s', (_who, headers) => {
    expect(() => assertOwnOrigin(headers, own, null)).toThrow(
      expect.objectContaining({ code: 'csrf_rejected', status: 403 }),
    )
  })
})

describe('HostCheck', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('takes nothing that is no host, listening on %s', listensOn => {
    const check = new HostCheck(listensOn, null)
    for (const host of [
      '[::1].evil.test',
      '[::1]evil.test',
      'localhost:80@evil.test',
      'localhost:80/x',
      'localhost:x',
      'a b',
    ]) {
      expect(() => check.assertOurs(host)).toThrow(expect.objectContaining({ status: 421 }))
    }
  })

  it('takes loopback names and the configured one when listening on loopback', () => {
    const check = new HostCheck('127.0.0.1', 'https://svc.example')
    for (const host of ['localhost:8420', '127.0.0.1', '127.8.8.8:1', '[::1]:8420', 'app.localhost', 'svc.example']) {
      expect(() => check.assertOurs(host)).not.toThrow()
    }
  })

  it('refuses a foreign name that was pointed at loopback', () => {
    const check = new HostCheck('localhost', null)
    for (const host of ['evil.test', 'evil.test:8420', 'localhost.evil.test', '127.0.0.1.evil.test', '10.0.0.1', '']) {
      expect(() => check.assertOurs(host)).toThrow(
        expect.objectContaining({ code: 'misdirected_request', status: 421 }),
      )
    }
  })

  it('leaves names alone when the operator listens on a network', () => {
    expect(() => new HostCheck('0.0.0.0', null).assertOurs('anything.test')).not.toThrow()
  })
})

describe('isLoopbackName', () => {
  it('reads mapped IPv6 addresses as what they are', () => {
    expect([isLoopbackName('[::ffff:127.0.0.1]'), isLoopbackName('::ffff:10.0.0.1')]).toEqual([true, false])
  })
})
