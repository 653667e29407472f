import { uniquelyNamedJson } from '../../json-names.ts'

const stringOrNumber = /"(?:[^"\\]+|\\.)*"|(-?)(nan|inf(?:inity)?)/gis

/** The engine's JSON may name members twice and hold numbers that are not finite; in answers it is what every reader takes alike. */
export function standardJson(json: string): string {
  const finite = /nan|inf/i.test(json) ? json.replaceAll(stringOrNumber, asText) : json
  return uniquelyNamedJson(finite)
}

function asText(found: string, sign: string | undefined, word: string | undefined): string {
  if (word === undefined) return found
  return word.toLowerCase() === 'nan' ? '"NaN"' : `"${sign}Infinity"`
}
