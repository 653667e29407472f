import { afterAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { openEgress } from '../../../../test/rooms/open-rooms.ts'
import { readServers } from './read-servers.ts'

const path = '/etc/svc/mcp.json'
const environment = { TOKEN: 'secret', EMPTY: '', HOST_IN_QUOTES: '"example.com"' }
const egress = openEgress()
afterAll(() => egress.close())
const read = (file: JsonValue | string) =>
  readServers(typeof file === 'string' ? file : JSON.stringify(file, null, 2), path, {
    environment,
    egress,
  })

describe('mcp.json', () => {
  it('names servers by address or by command, with what stands in the environment', async () => {
    const file = await read({
      mcpServers: {
        web: { type: 'http', url: 'https://example.com/mcp', headers: { authorization: 'Bearer ${TOKEN}' } },
        local: {
          command: 'node',
          args: ['${SCRIPT:-server.js}', '$TOKEN'],
          env: { KEY: '${TOKEN}', NONE: '${EMPTY}' },
        },
        elsewhere: { command: './server', cwd: 'tools', description: 'Ours.' },
        off: { url: 'https://example.com', disabled: true },
      },
    })
    expect(file).toEqual({
      servers: [
        {
          name: 'web',
          target: { kind: 'http', url: 'https://example.com/mcp', headers: { authorization: 'Bearer secret' } },
        },
        {
          name: 'local',
          target: {
            kind: 'stdio',
            command: 'node',
            args: ['server.js', '$TOKEN'],
            env: { KEY: 'secret', NONE: '' },
            cwd: '/etc/svc',
          },
        },
        {
          name: 'elsewhere',
          target: { kind: 'stdio', command: './server', args: [], env: {}, cwd: '/etc/svc/tools' },
        },
      ],
      unusable: [{ name: 'off', kind: 'http', problem: null }],
      problem: null,
    })
  })

  it.each([
    [
      'an unknown key',
      { urll: 'https://example.com' },
      'mcp.json:4:7: Unknown key "urll" in mcpServers.bad. Did you mean "url"?',
    ],
    [
      'a header that is no text',
      { url: 'https://a.example', headers: { a: 1 } },
      /mcp\.json:6:\d+: mcpServers\.bad\.headers\.a: must be text/,
    ],
    [
      'neither address nor command',
      { args: [] },
      'mcp.json:3:5: the server "bad" names neither "url" nor "command". Add one of them.',
    ],
    ['both', { url: 'https://a.example', command: 'a' }, /names both "url" and "command"/],
    ['a type that it is not', { type: 'stdio', url: 'https://a.example' }, /is of type stdio and names no "command"/],
    ['the old transport', { type: 'sse', url: 'https://a.example' }, /"sse" is not one of http, /],
    ['an address of a file', { url: 'file:///etc/passwd' }, /no http or https address/],
    [
      'a host that cannot be',
      { url: 'https://a..b/mcp' },
      /mcp\.json:3:5: .* cannot be reached\. .* its host "a\.\.b"/,
    ],
    ['a host in quotes', { url: 'https://${HOST_IN_QUOTES}' }, /is refused: its host/],
    ['a password in its address', { url: 'https://ada:secret@a.example' }, /carries a user name or password/],
    ['a variable that is not set', { url: 'https://${HOST}' }, /needs \$\{HOST\}, which is not set/],
    ['a text', 'https://a.example', /mcpServers\.bad: must be an object/],
  ])('reports a server with %s where it stands, and uses the others', async (_what, server, problem) => {
    const { servers, unusable } = await read({ mcpServers: { bad: server, good: { url: 'https://b.example' } } })
    expect(servers.map(({ name }) => name)).toEqual(['good'])
    expect(unusable).toEqual([
      {
        name: 'bad',
        kind: expect.any(String),
        problem: expect.stringMatching(problem instanceof RegExp ? problem : problem.replaceAll(/[?.]/g, '\\$&')),
      },
    ])
  })

  it.each([
    ['{ "mcpServers": {', /^\/etc\/svc\/mcp\.json:1:\d+: A closing brace } is missing/],
    ['{ "servers": {} }', /^\/etc\/svc\/mcp\.json:1:3: Unknown key "servers"/m],
    ['[]', /must be an object/],
    ['{}', /the key "mcpServers" is missing/],
  ])('that cannot be read as a whole says why: %s', async (text, problem) => {
    expect(await read(text)).toEqual({ servers: [], unusable: [], problem: expect.stringMatching(problem) })
  })
})
