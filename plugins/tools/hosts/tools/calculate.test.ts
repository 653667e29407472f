import { describe, expect, it } from 'vitest'
import { calculate } from './calculate.ts'

describe('the calculator', () => {
  it.each([
    ['1 + 2 * 3', 7, '7'],
    ['0.1 + 0.2', 0.1 + 0.2, '0.3'],
    ['sqrt(3^2 + 4^2)', 5, '5'],
    ['mean([1, 2, 3])', 2, '2'],
    ['10 mod 3', 1, '1'],
    ['5!', 120, '120'],
    ['50 + 20%', 60, '60'],
    [
      '[1, 2; 3, 4] * 2',
      [
        [2, 4],
        [6, 8],
      ],
      '[[2, 4], [6, 8]]',
    ],
    ['5 inch to cm', '12.7 cm', '12.7 cm'],
    ['sqrt(-4)', '2i', '2i'],
    ['2 < 3', true, 'true'],
    ['a = 2; a ^ 10', 1024, '1024'],
    ['f(x) = x^2; f(4)', 16, '16'],
    ['bignumber(2)^100', '1.2676506002282e+30', '1.2676506002282e+30'],
  ])('%s is %j', (expression, result, text) => {
    expect(calculate({ expression })).toEqual({ result, text })
  })

  it('reads variables, and keeps nothing from one call to the next', () => {
    expect(calculate({ expression: 'price * amount', variables: { price: 2.5, amount: 4 } })).toMatchObject({
      result: 10,
    })
    expect(() => calculate({ expression: 'price' })).toThrow('Undefined symbol price')
  })

  it.each(['1 / 0', '0 / 0', '9^9^9', '[1, 1/0]', '1e400'])('does not pass %s for a number', expression => {
    expect(() => calculate({ expression })).toThrow('not a finite number')
  })

  it.each([
    'import({pi: 3})',
    'createUnit("foo")',
    'evaluate("1")',
    'parse("1")',
    'compile("1")',
    'simplify("x + x")',
    'derivative("x", "x")',
    'parser()',
    'config({})',
    'help("sin")',
    'resolve("x")',
    'rationalize("x")',
    'random()',
    'print("$x", {x: 1})',
  ])('does not offer %s', expression => {
    expect(() => calculate({ expression })).toThrow('is not available in the calculator')
  })

  it.each([
    'cos.constructor',
    '"a".constructor',
    '[].constructor',
    '{}.constructor',
    'cos.constructor("return process")',
    '{a: 1}.__proto__',
    '{}["constructor"]',
    'f(x) = x; f.constructor',
    'toString()',
    'constructor',
    '__proto__',
    'process',
    'globalThis',
  ])('keeps %s from the language underneath', expression => {
    expect(() => calculate({ expression })).toThrow()
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('does not let an expression change what the next one sees', () => {
    calculate({ expression: 'sin(x) = 7; pi = 3; sin(1)' })
    expect(calculate({ expression: 'round(pi + sin(0), 2)' })).toMatchObject({ result: 3.14 })
  })
})
