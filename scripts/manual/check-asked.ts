import { askedFile, readAsked } from '../../sdk/plugin/src/library/manual/asked-questions.ts'
import { sectionsOf } from '../../sdk/plugin/src/library/manual/sections.ts'
import type { Page } from './read-pages.ts'

/** Lines of the file of asked questions that cannot be read, that stand twice, or whose section does not exist. */
export function checkAsked(text: string, pages: readonly Page[]): string[] {
  const addresses = new Set(
    pages.flatMap(({ path, text }) => {
      const [, name] = /^docs\/([^/]+)\.md$/.exec(path) ?? []
      return name === undefined ? [] : sectionsOf(name, text).map(({ address }) => address)
    }),
  )
  const seen = new Set<string>()
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line, index) => {
      const place = `docs/${askedFile}:${index + 1}`
      const [address] = readAsked(line).keys()
      if (address === undefined) return [`${place}: write "page#place: a question; another"`]
      if (seen.has(address)) return [`${place}: ${address} has a line already`]
      seen.add(address)
      return addresses.has(address) ? [] : [`${place}: there is no section ${address}`]
    })
}
