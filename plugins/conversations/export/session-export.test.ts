import { expect, it } from 'vitest'
import { attachmentHeader } from './session-export.ts'

it.each([
  ['Seats for 6', `attachment; filename="Seats-for-6.md"; filename*=UTF-8''Seats-for-6.md`],
  ['Größe 東', `attachment; filename="Groe-.md"; filename*=UTF-8''Gr%C3%B6%C3%9Fe-%E6%9D%B1.md`],
  ['../../etc/passwd', `attachment; filename="etc-passwd.md"; filename*=UTF-8''etc-passwd.md`],
  ['a"\r\nSet-Cookie: x=1', `attachment; filename="a-Set-Cookie-x=1.md"; filename*=UTF-8''a-Set-Cookie-x%3D1.md`],
  ["it's (1)*", `attachment; filename="it-s-(1).md"; filename*=UTF-8''it-s-%281%29.md`],
  ['\u202egpj.exe', `attachment; filename="gpj.exe.md"; filename*=UTF-8''gpj.exe.md`],
  [null, `attachment; filename="conversation.md"; filename*=UTF-8''conversation.md`],
])('%j is named by %j', (title, header) => {
  expect(attachmentHeader(title, 'md')).toBe(header)
})
