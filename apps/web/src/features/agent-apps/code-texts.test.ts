import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { codeOf, inputsFile, pythonOf } from './code-texts.ts'

const hostile = { text: `it's "quoted" $HOME \`id\` \\ \n é`, flag: true, none: null, list: [1, 'a'] }

describe('the code of a run', () => {
  it('quotes inputs for the shell so that they come out as they went in', () => {
    const { curl } = codeOf('csv-profile', hostile, 'http://127.0.0.1:8420')
    const printed = curl.replace(/^curl[^]*--data-binary /, "printf '%s' ")
    expect(JSON.parse(execFileSync('sh', ['-c', printed], { encoding: 'utf8' }))).toEqual({ inputs: hostile })
  })

  it('writes JSON as Python does', () => {
    expect(pythonOf(hostile)).toContain('"flag": True, "none": None, "list": [1, "a"]')
  })

  it('reads long inputs from a file', () => {
    const inputs = { csv: 'a'.repeat(5000) }
    const { isLong, curl, python, typescript } = codeOf('csv-profile', inputs, 'http://127.0.0.1:8420')
    expect(isLong).toBe(true)
    for (const text of [curl, python, typescript]) {
      expect(text).toContain('inputs.json')
      expect(text.length).toBeLessThan(500)
    }
    expect(JSON.parse(inputsFile(inputs))).toEqual({ inputs })
  })
})
