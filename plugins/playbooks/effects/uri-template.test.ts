import { expect, it } from 'vitest'
import { expandUri } from './uri-template.ts'

const variables = {
  var: 'value',
  hello: 'Hello World!',
  empty: '',
  path: '/foo/bar',
  x: 1024,
  y: 768,
  list: [1],
  none: null,
}

// The examples of RFC 6570, levels 1 to 3.
it.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+var}', 'value'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['here?ref={+path}', 'here?ref=/foo/bar'],
  ['X{#var}', 'X#value'],
  ['X{#hello}', 'X#Hello%20World!'],
  ['map?{x,y}', 'map?1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['{+x,hello,y}', '1024,Hello%20World!,768'],
  ['{+path,x}/here', '/foo/bar,1024/here'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['X{.var}', 'X.value'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var}', '/value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y}', '?x=1024&y=768'],
  ['{?x,y,empty}', '?x=1024&y=768&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ['{none}{missing}{list}{?none}', ''],
  ['{toString}{__proto__}', ''],
])('expands %s to %s', (template, expected) => {
  expect(expandUri(template, variables)).toBe(expected)
})

it('has nothing to put in where the input is no object', () => {
  expect(expandUri('/pet/{id}', null)).toBe('/pet/')
})
