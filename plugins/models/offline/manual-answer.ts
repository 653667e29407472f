import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** The tool that searches the manual of svc. */
export const manualTool = 'docs_search'

const mostCharacters = 500
const answer = Type.Object({
  sections: Type.Array(
    Type.Object({
      page: Type.String(),
      heading: Type.Union([Type.String(), Type.Null()]),
      url: Type.String(),
      text: Type.String(),
    }),
  ),
})

/** Whether somebody asks how something is done, which the manual may know. */
export function isManualQuestion(question: string): boolean {
  return (
    question.length <= mostCharacters &&
    /^\s*(?:how (?:do|can|would|should) (?:i|you|we)|where (?:do i|is my|are my))\b/i.test(question)
  )
}

/** The best section of the manual with its page, and where more stands; null when this is no answer of the tool. */
export function manualAnswer(content: string): string | null {
  const [best, ...more] = sectionsIn(content) ?? []
  if (best === undefined) return null
  const linked = ({ page, heading, url }: typeof best) => `[${heading === null ? page : `${page}, ${heading}`}](${url})`
  const also = more.length === 0 ? '' : ` See also ${more.map(linked).join(' and ')}.`
  return `The manual says:\n\n${best.text}\n\n— ${linked(best)}.${also}`
}

function sectionsIn(content: string): { page: string; heading: string | null; url: string; text: string }[] | null {
  try {
    const value: unknown = JSON.parse(content)
    return Value.Check(answer, value) ? value.sections : null
  } catch {
    return null
  }
}
