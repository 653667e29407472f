import { describe, expect, it } from 'vitest'
import { parseFormula, writeFormula } from './formula.ts'

const names = new Set(['a', 'b', 'x', 'dose (mg)'])
const written = (text: string) => writeFormula(parseFormula(text, names), 'r', name => `<${name}>`)
const refusal = (text: string) => {
  try {
    parseFormula(text, names)
  } catch (error) {
    return (error as Error).message
  }
  return 'none'
}

describe('a formula', () => {
  it('binds as R does: powers from the right, before the minus in front, before products, before sums', () => {
    expect(written('a + b * x ^ 2 ^ -x')).toBe('(<a> + (<b> * (<x> ^ (2 ^ (-<x>)))))')
    expect(written('-x^2 - a/b/x')).toBe('((-(<x> ^ 2)) - ((<a> / <b>) / <x>))')
  })

  it('takes functions, numbers of every form and names in backquotes', () => {
    expect(written('logistic(1.5e-3 * `dose (mg)`) + exp(.5)')).toBe(
      '((1 / (1 + exp(-((0.0015 * <dose (mg)>))))) + exp(0.5))',
    )
  })

  it.each([
    ['ends where a number, a name or a parenthesis is needed', 'a + '],
    ['at character 5, c is neither a predictor nor a parameter of start; known are a, b, x, dose (mg)', 'a + c'],
    ['at character 8, cannot read', 'system("ls")'],
    ['at character 1, system is no known function', 'system(x)'],
    ['at character 7, a closing parenthesis is missing', '(a + b'],
    ['at character 3, did not expect "b" here', 'a b'],
    ['at character 2, cannot read "[1]"', 'x[1]'],
    ['at character 2, cannot read "; b"', 'a; b'],
    ['at character 3, cannot read "<- b"', 'a <- b'],
    ['is nested deeper than 60', '-'.repeat(200) + 'x'],
    ['is nested deeper than 60', '('.repeat(200) + 'x'],
    ['has more than 500 parts', Array(400).fill('a').join('+')],
  ])('refuses a text with the reason: %s', (said, text) => {
    expect(refusal(text)).toContain(said)
  })
})
