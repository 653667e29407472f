import { expect, test } from 'vitest'
import { SessionCookie } from './session-cookie.ts'

test('over http the cookie is out of reach of scripts and other sites', () => {
  const cookie = new SessionCookie({ secure: false, basePath: '' })
  expect(cookie.set('a.b.c', 60)).toBe('svc_session=a.b.c; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
})

test('over https at the root it has the __Host- name, and no other name is read', () => {
  const cookie = new SessionCookie({ secure: true, basePath: '' })
  expect(cookie.set('a.b.c', 60)).toBe('__Host-svc_session=a.b.c; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
  expect(cookie.read('svc_session=forged; x=1')).toBeUndefined()
  expect(cookie.read('svc_session=forged; __Host-svc_session=a.b.c')).toBe('a.b.c')
})

test('under a base path it is sent there alone', () => {
  const cookie = new SessionCookie({ secure: true, basePath: '/svc' })
  expect(cookie.set('a.b.c', 60)).toBe('svc_session=a.b.c; Max-Age=60; Path=/svc; HttpOnly; Secure; SameSite=Lax')
})

test('clearing it ends it in the browser', () => {
  expect(new SessionCookie({ secure: false, basePath: '' }).clear()).toContain('svc_session=; Max-Age=0; Path=/')
})
