import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { plainJq } from '../../../test/support/playbooks.ts'
import { JqProcesses } from './jq-processes.ts'
import { plainValue } from './plain-path.ts'

const children = openChildProcesses()
const processes = new JqProcesses({ children })
const jq = processes.for('ws_1')

afterAll(async () => {
  await processes.close()
  await children.close()
})

const one = async (program: string, input: unknown = {}, variables: Record<string, unknown> = {}) =>
  (await jq.evaluate({ value: program }, input, variables))['value']

describe('expressions', () => {
  it('give one value each, all programs of a step in one start', async () => {
    const programs = { sum: '[.items[].price] | add', first: '.items[0].name', all: '$rate * 2', none: 'empty' }
    const input = {
      items: [
        { name: 'a', price: 1 },
        { name: 'b', price: 2 },
      ],
    }
    expect(await jq.evaluate(programs, input, { rate: 3 })).toEqual({ sum: 3, first: 'a', all: 6, none: null })
  })

  it('keep names such as __proto__ as they are', async () => {
    const input: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')
    expect(JSON.stringify(await one('. + {b: 1}', input))).toBe('{"__proto__":{"a":1},"constructor":2,"b":1}')
    expect(await one('.__proto__.a', input)).toBe(1)
    expect(await one('.toString')).toBe(null)
  })

  it.each([
    ['.a | .b[0', 'The expression .a | .b[0 cannot be read: A "[" is not closed.'],
    ['1)] | [(2', 'The expression 1)] | [(2 cannot be read: ")" closes nothing.'],
    ['{a: }', 'The expression {a: } cannot be read: "}" is not expected there.'],
    ['. as $x |', 'The expression . as $x | cannot be read: ")" is not expected there.'],
    ['$inputs.a', 'The expression $inputs.a cannot be read: there is no variable $inputs. Did you mean "input"?'],
    ['frobnicate(1)', 'The expression frobnicate(1) cannot be read: there is no function frobnicate with 1 argument.'],
    ['.a.b', 'The expression .a.b fails: Cannot index string with string "b"'],
    ['1, 2', 'The expression 1, 2 gives more than one value. Put it in [ ] to have a list of them.'],
    ['error({code: 1})', 'The expression error({code: 1}) fails: {"code":1}'],
    ['env | length', 'The expression env | length cannot be read: env is not there in expressions'],
    ['"\\(input)"', 'The expression "\\(input)" cannot be read: input is not there in expressions'],
    ['$ENV.PATH', 'The expression $ENV.PATH cannot be read: $ENV is not there in expressions'],
    ['halt', 'The expression halt cannot be read: halt is not there in expressions'],
    ['import "a" as a; 1', 'import is not there in expressions'],
    ['1 # \\\n', 'A comment ends with a backslash.'],
    ['', 'The expression is empty.'],
  ])('say in words what is wrong with %s', async (program, message) => {
    await expect(one(program, { a: 'x' }, { input: {} })).rejects.toThrow(message)
  })

  it('take fields that are named like refused functions', async () => {
    const input = { input: 1, env: { a: 2 } }
    expect(await one('{input: .input, env: (.env | .a), "halt": "# (" }', input)).toEqual({
      input: 1,
      env: 2,
      halt: '# (',
    })
    expect(await one('"a\\("b" + ")\\(1 + 1)")" # (\n', input)).toBe('ab)2')
  })

  it.each([
    ['[range(1e12)]', /ran past the limit of 400 ms|more memory/],
    ['def f: f; f', /ran past the limit of 400 ms/],
    ['def f: 1 + f; f', /ran past the limit of 400 ms|more memory/],
    ['"x" * 200000000 | length', /more memory|ran past/],
    ['"x" * 2000000', /more than 1048576 bytes/, 20_000],
  ])('end %s, and the next one is evaluated', async (program, message, limitMs = 400) => {
    const short = new JqProcesses({ children, limitMs })
    const evaluated = short.for('ws_1').evaluate({ value: program }, {}, {})
    const other = short.for('ws_2').evaluate({ value: '1 + 1' }, {}, {})
    await expect(evaluated).rejects.toThrow(message)
    expect(await other).toEqual({ value: 2 })
    expect(await short.for('ws_1').evaluate({ value: '1 + 2' }, {}, {})).toEqual({ value: 3 })
    await short.close()
  })

  it('of a run that ended a process do not keep those of others waiting', async () => {
    const short = new JqProcesses({ children, limitMs: 200 })
    const [bad, good] = [short.for('ws_1'), short.for('ws_1')]
    const ended: string[] = []
    const endless = () => bad.evaluate({ value: 'def f: f; f' }, {}, {}).catch(() => ended.push('bad'))
    await endless()
    const others = [endless(), endless(), endless()]
    expect(await good.evaluate({ value: '1 + 1' }, {}, {})).toEqual({ value: 2 })
    ended.push('good')
    await Promise.all(others)
    expect(ended).toEqual(['bad', 'good', 'bad', 'bad', 'bad'])
    await short.close()
  }, 60_000)

  it('read a path or a literal exactly as jq does', async () => {
    const names = fc.constantFrom('a', 'b', 'input', '__proto__', 'and', 'x1')
    const part = fc.oneof(
      names.map(name => `.${name}`),
      names.map(name => `.["${name}"]`),
      fc.integer({ min: -3, max: 3 }).map(index => `[${index}]`),
    )
    const first = fc.oneof(
      fc.constantFrom('', '$v'),
      names.map(name => `.${name}`),
    )
    const path = fc
      .tuple(first, fc.array(part, { maxLength: 3 }))
      .map(([start, parts]) =>
        start === '' && !parts[0]?.startsWith('.') ? `.${parts.join('')}` : start + parts.join(''),
      )
    const literal = fc.oneof(
      fc.nat().map(String),
      fc.stringMatching(/^[ -~]{0,8}$/).map(text => JSON.stringify(text)),
      fc.constantFrom('1.50', 'true', 'null'),
    )
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 1, 'text'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    let plain = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(path, literal), tree, tree, async (program, input, v) => {
        const found = plainValue(program, input, { v })
        if (found === undefined) return
        plain += 1
        const [expected] = Object.values(await plainJq.evaluate({ value: program }, input, { v }))
        expect(JSON.stringify(found.value)).toBe(JSON.stringify(expected))
      }),
      { numRuns: 500 },
    )
    expect(plain).toBeGreaterThan(150)
  })
})
