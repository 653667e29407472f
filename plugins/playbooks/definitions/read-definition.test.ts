import { createRequire } from 'node:module'
import { afterAll, describe, expect, it } from 'vitest'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { JqProcesses } from '../expressions/jq-processes.ts'
import { newestVersion } from './newest-version.ts'
import { readDefinition } from './read-definition.ts'

const children = openChildProcesses()
const jq = new JqProcesses({ children })

afterAll(async () => {
  await jq.close()
  await children.close()
})

const head = "document: {dsl: '1.0.3', namespace: default, name: test, version: '1.0.0'}\n"
const read = (source: string) => readDefinition({ source }, (programs, names) => jq.unreadable('ws_1', programs, names))
const mistakes = async (source: string) =>
  (await read(source)).errors.map(
    ({ code, path, line, column, message }) => `${code} ${path} ${line}:${column} ${message}`,
  )
const task = (text: string) => mistakes(`${head}do:\n  - one: ${text}\n  - two: {set: {a: 1}}\n`)

describe('a definition', () => {
  it('that fits is read, with what it reaches and its tasks', async () => {
    const found = await read(`${head}do:
  - all:
      for: {in: .items}
      do:
        - get: {call: http, with: {method: get, endpoint: 'https://example.com/{id}', query: {of: '\${ $item.id }'}}}
  - last: {run: {workflow: {namespace: default, name: other, version: latest}}}
`)
    expect(found).toMatchObject({ errors: [], needs: { network: true, playbooks: ['other'], agent: false } })
    expect(found.graph.nodes.map(({ reference, parent }) => [reference, parent])).toEqual([
      ['/do/0/all', null],
      ['/do/0/all/do/0/get', '/do/0/all'],
      ['/do/1/last', null],
    ])
  })

  it.each([
    ['{sett: {a: 1}}', 'unknown_kind /do/0/one/sett 3:11 The task "one" is of no kind. Did you mean "set" by "sett"?'],
    ['{set: {a: 1}, thn: two}', 'invalid /do/0/one/thn 3:24 thn is not a known field; did you mean "then"?'],
    [
      '{set: {a: 1}, then: too}',
      'unknown_task /do/0/one/then 3:30 then: there is no task "too" in this list. Did you mean "two"?',
    ],
    [
      '{call: http, with: {method: get, endpiont: x}}',
      'invalid /do/0/one/with/endpiont 3:43 endpiont is not a known field; did you mean "endpoint"?',
    ],
    ['{call: htp}', 'unknown_function /do/0/one/call 3:17 There is no function "htp". Did you mean "http"?'],
    [
      '{call: openapi}',
      'unsupported /do/0/one/call 3:17 svc does not run call: openapi. Use call: http with the method and address of the operation.',
    ],
    [
      '{call: http, with: {method: get, endpoint: {uri: x, authentication: {oauth2: {}}}}}',
      'unsupported /do/0/one/with/endpoint/authentication 3:62 svc does not authenticate by oauth2. Use basic or bearer.',
    ],
    [
      '{run: {script: {}}}',
      'unsupported /do/0/one/run/script 3:17 svc does not run run.script. Make an agent app of it, which runs in the sandbox.',
    ],
    [
      '{wait: 5 minutes}',
      'invalid /do/0/one/wait 3:17 wait does not fit. Write a duration as ISO 8601, such as PT15M, or as {minutes: 15}.',
    ],
    [
      '{raise: {error: gone}}',
      'unknown_name /do/0/one/raise/error 3:26 There is no "gone" in use.errors. Add it there.',
    ],
    [
      '{set: {a: "${ .a | nope }"}}',
      'expression /do/0/one/set/a 3:20 The expression .a | nope cannot be read: there is no function nope with 0 arguments.',
    ],
    [
      '{set: {a: "${ $item }"}}',
      'expression /do/0/one/set/a 3:20 The expression $item cannot be read: there is no variable $item. There are $context, $input, $workflow, $runtime, $authorization, $task.',
    ],
    [
      '{set: {a: "${ env }"}}',
      'expression /do/0/one/set/a 3:20 The expression env cannot be read: env is not there in expressions of a playbook: they see their input and variables, and nothing else.',
    ],
    [
      '{set: {a: 1}, input: {schema: {document: {type: strin}}}}',
      'schema /do/0/one/input/schema/document 3:41 this is no JSON Schema: /type must be equal to one of the allowed values.',
    ],
  ])('with %s has one error, at its place', async (text, message) => {
    expect(await task(text)).toEqual([message])
  })

  it('says where a run goes from each task, and what each does', async () => {
    const { graph } = await read(`${head}do:
  - which:
      switch:
        - card: {when: .card, then: pay}
        - cash: {when: .cash, then: end}
  - ask: {call: approval, with: {title: How?}, if: .asks, then: done}
  - pay: {call: http, with: {method: post, endpoint: 'https://example.com/pay'}}
  - done: {fork: {compete: true, branches: [{a: {wait: PT1S}}, {b: {set: {n: 1}}}]}}
`)
    const short = (reference: string) => reference.split('/').at(-1)
    expect(graph.edges.map(({ from, to, label, when }) => [short(from), short(to), label, when])).toEqual([
      ['which', 'pay', 'card', '.card'],
      ['which', 'end', 'cash', '.cash'],
      ['which', 'ask', null, null],
      ['ask', 'done', null, null],
      ['ask', 'pay', 'skipped', null],
      ['pay', 'done', null, null],
      ['done', 'exit', null, null],
    ])
    expect(graph.nodes.map(({ name, summary }) => [name, summary])).toEqual([
      ['which', null],
      ['ask', 'approval How?'],
      ['pay', 'http post https://example.com/pay'],
      ['done', 'the first that completes'],
      ['a', 'PT1S'],
      ['b', null],
    ])
  })

  it('has an error for a name that stands twice, and for names of the API', async () => {
    expect(await mistakes(`${head}do:\n  - one: {set: {a: 1}}\n  - one: {set: {a: 1}}\n`)).toEqual([
      'duplicate /do/1/one 4:5 The name "one" stands in this list twice.',
    ])
    for (const name of ['runs', 'secrets', 'events', 'validate']) {
      const taken = head.replace('test', name)
      expect(await mistakes(`${taken}do:\n  - one: {set: {a: 1}}\n`)).toEqual([
        expect.stringContaining('/document/name'),
      ])
    }
  })

  it.each([
    ['call: grpc', 'do: [{one: {call: grpc}}]'],
    ['call: asyncapi', 'do: [{one: {call: asyncapi}}]'],
    ['call: a2a', 'do: [{one: {call: a2a}}]'],
    ['call: mcp', 'do: [{one: {call: mcp}}]'],
    ['a function by its address', 'do: [{one: {call: "https://example.com/f.yaml"}}]'],
    ['a function of a catalog', 'do: [{one: {call: "f:1.0.0@shop"}}]'],
    ['run.container', 'do: [{one: {run: {container: {image: a}}}}]'],
    ['run.shell', 'do: [{one: {run: {shell: {command: ls}}}}]'],
    ['use.catalogs', 'use: {catalogs: {shop: {endpoint: "https://example.com"}}}\ndo: [{one: {set: {a: 1}}}]'],
    ['use.extensions', 'use: {extensions: [{log: {extend: all}}]}\ndo: [{one: {set: {a: 1}}}]'],
    ['another language', 'evaluate: {language: js}\ndo: [{one: {set: {a: 1}}}]'],
    ['listen.foreach', 'do: [{one: {listen: {to: {one: {with: {type: a.b}}}}, foreach: {item: x}}}]'],
    [
      'a schema of another host',
      'input: {schema: {resource: {endpoint: "https://example.com/s.json"}}}\ndo: [{one: {set: {a: 1}}}]',
    ],
    ...['digest', 'certificate', 'oauth2', 'oidc'].map(kind => [
      kind,
      `do: [{one: {call: http, with: {method: get, endpoint: {uri: x, authentication: {${kind}: {}}}}}}]`,
    ]),
  ])('refuses %s as unsupported, with what to do', async (_, rest) => {
    const found = (await read(`${head}${rest}\n`)).errors
    expect(found.map(({ code }) => code)).toContain('unsupported')
    expect(found.find(({ code }) => code === 'unsupported')?.message).toMatch(/^svc .*[.:] ?.+/)
  })

  it('takes the dsl 1.0.0 to 1.0.x alone, 500 tasks, 16 levels, and functions of the default catalog', async () => {
    const one = 'do: [{one: {set: {a: 1}}}]\n'
    for (const dsl of ['1.0.0', '1.0.1', '1.0.3', '1.0.9'])
      expect(await mistakes(head.replace('1.0.3', dsl) + one)).toEqual([])
    for (const dsl of ['1.1.0', '2.0.0', '0.9.0'])
      expect(await mistakes(head.replace('1.0.3', dsl) + one)).toEqual([expect.stringContaining('/document/dsl')])
    const many = (count: number) =>
      `do:\n${Array.from({ length: count }, (_, n) => `  - t${n}: {set: {a: 1}}\n`).join('')}`
    expect(await mistakes(head + many(500))).toEqual([])
    expect(await mistakes(head + many(501))).toEqual([expect.stringMatching(/^too_many .* at most 500/)])
    const deep = (levels: number): string => (levels === 1 ? '{set: {a: 1}}' : `{do: [{d: ${deep(levels - 1)}}]}`)
    expect(await mistakes(`${head}do: [{one: ${deep(16)}}]\n`)).toEqual([])
    expect(await mistakes(`${head}do: [{one: ${deep(17)}}]\n`)).toEqual([
      expect.stringMatching(/^too_deep .* 16 levels/),
    ])
    expect(await task('{call: "agent:1.0.0@default", with: {prompt: Hello}}')).toEqual([])
    expect(await task('{call: agent, with: {prompt: Hello, colour: red}}')).toEqual([
      expect.stringContaining('colour is not a known field'),
    ])
  })

  it.each([
    ['a key twice', 'a: 1\na: 2\n', /2:1 .*unique/],
    ['a tab', 'document:\n\tdsl: 1\n', /2:1 .*[Tt]ab/],
    ['a tag', 'document: !!js/function "x"\n', /1:11 .*tag/],
    [
      'aliases that explode',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]`).join('\n')}`,
      /alias/,
    ],
    ['10,000 levels', `${'- '.repeat(10_000)}a`, /nested too deeply/],
    ['no object', '- a\n', /A definition is an object/],
    ['300 KiB', `a: ${'x'.repeat(300_000)}`, /at most 262144/],
  ])('with %s is refused in words', async (_, source, message) => {
    const found = await mistakes(source)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(message)
  })

  it('takes nothing that the standard refuses', { timeout: 60_000 }, async () => {
    const sdk = createRequire(import.meta.url)('@serverlessworkflow/sdk') as {
      validate(type: string, value: unknown): void
    }
    const tasks = [
      '{set: {a: 1}}',
      '{do: [{a: {set: {b: 1}}}]}',
      '{for: {each: x, in: .a, at: i}, while: "$i < 3", do: [{a: {set: {b: "${ $x }"}}}]}',
      '{switch: [{a: {when: .a, then: exit}}, {b: {then: end}}]}',
      '{fork: {compete: true, branches: [{a: {set: {b: 1}}}]}}',
      '{try: [{a: {set: {b: 1}}}], catch: {errors: {with: {status: 404}}, as: e, retry: {delay: PT1S, backoff: {exponential: {}}, limit: {attempt: {count: 2}}}, do: [{c: {set: {d: "${ $e }"}}}]}}',
      '{raise: {error: {type: "https://example.com/e", status: 400, title: t}}}',
      '{wait: {minutes: 5}}',
      '{emit: {event: {with: {source: "https://example.com", type: com.example.a.v1, data: {}}}}}',
      '{run: {workflow: {namespace: default, name: other, version: 1.0.0, input: {}}, await: false}}',
      '{call: http, with: {method: get, endpoint: {uri: "https://example.com", authentication: {basic: {username: a, password: b}}}}}',
      '{set: {a: 1}, if: .a, input: {from: .a}, output: {as: {b: "${ .a }"}}, export: {as: .}, timeout: {after: PT5S}, then: continue, metadata: {a: 1}}',
    ]
    for (const text of tasks) {
      const found = await read(`${head}do:\n  - one: ${text}\n`)
      expect(found.errors, text).toEqual([])
      expect(() => sdk.validate('Workflow', found.definition), text).not.toThrow()
    }
  })
})

it('the newest version is the highest release, else the highest pre-release', () => {
  expect(newestVersion(['1.9.0', '1.10.0', '2.0.0-rc.1'])).toBe('1.10.0')
  expect(newestVersion(['1.0.0-rc.2', '1.0.0-rc.10'])).toBe('1.0.0-rc.10')
  expect(newestVersion([])).toBeUndefined()
})
