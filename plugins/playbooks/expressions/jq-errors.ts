import type { JsonValue } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'

const longestShown = 80
const longestDetail = 500

/** The program as a message quotes it. */
export function quoted(program: string): string {
  const line = program.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line
}

/** What a program raised, as a sentence. */
export function raisedSentence(program: string, raised: JsonValue): string {
  const said = typeof raised === 'string' ? raised : JSON.stringify(raised)
  return `The expression ${quoted(program)} fails: ${said.slice(0, longestDetail)}`
}

/** Why jq cannot read a program, from what it printed. */
export function unreadableSentence(program: string, printed: string, variables: readonly string[]): string {
  return `The expression ${quoted(program)} cannot be read: ${reasonOf(printed, variables)}`
}

function reasonOf(printed: string, variables: readonly string[]): string {
  const variable = /error: \$(\w+) is not defined/.exec(printed)?.[1]
  if (variable !== undefined) {
    const known =
      variables.length === 0 ? 'There are none here.' : `There are ${variables.map(name => `$${name}`).join(', ')}.`
    return `there is no variable $${variable}. ${didYouMean(variable, variables, known)}`
  }
  const [, name, count] = /error: ([\w:]+)\/(\d+) is not defined/.exec(printed) ?? []
  if (name !== undefined)
    return `there is no function ${name} with ${count === '1' ? '1 argument' : `${count} arguments`}.`
  if (printed.includes('Top-level program not given')) return 'it defines functions and gives no value.'
  if (/unexpected (?:end of file|\$end)/.test(printed)) return 'it ends too early.'
  const [, found] = /syntax error, unexpected ('[^']+'|[\w$]+)/.exec(printed) ?? []
  if (found === 'INVALID_CHARACTER') return 'it has a character that jq does not know there.'
  if (found !== undefined)
    return `${found.startsWith("'") ? found.replaceAll("'", '"') : `"${found.toLowerCase()}"`} is not expected there.`
  const [, other] = /^jq: error: (.*?)(?: at <top-level>.*)?$/m.exec(printed) ?? []
  return other === undefined ? 'it is no program in jq.' : `${other}.`
}
