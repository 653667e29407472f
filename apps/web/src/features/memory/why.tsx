import type { MemoryResult } from '@svc/sdk'
import classes from './memory.module.css'

type Explanation = NonNullable<MemoryResult['explain']>

const number = (value: number): string => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value)
const percent = (value: number): string => new Intl.NumberFormat('en', { style: 'percent' }).format(value)

/** What each part of the ranking found, and what it added to the score. */
export function Why({ explain }: { explain: Explanation }) {
  const { keyword, semantic, tokens, proximity, exact, fusion } = explain
  const parts = [
    {
      name: 'Words',
      added: fusion.words,
      found:
        keyword === null
          ? 'Not among the best by words.'
          : `Place ${keyword.rank} by words; the passage has ${percent(keyword.coverage)} of what was asked.`,
    },
    { name: 'Meaning', added: fusion.meaning, found: meaningWords(semantic) },
    {
      name: 'Piece by piece',
      added: fusion.tokens,
      found: tokens === null ? 'Not compared piece by piece.' : `Likeness ${number(tokens.similarity)}.`,
    },
    {
      name: 'Words close together',
      added: fusion.proximity,
      found: proximity > 0 ? 'Words of the question stand close to each other.' : 'No two words stand together.',
    },
    {
      name: 'Exact words',
      added: fusion.exact,
      found: exact > 0 ? `${percent(exact)} of the exact words stand there.` : 'No number, identifier or quoted word.',
    },
  ]
  return (
    <table className={classes.why}>
      <caption className="visually-hidden">What the score is made of</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">What it found</th>
          <th scope="col">Added</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, found, added }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{found}</td>
            <td>{number(added)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function meaningWords(semantic: Explanation['semantic']): string {
  if (semantic === null) return 'There is no vector to compare.'
  const likeness = `likeness ${number(semantic.similarity)}`
  return semantic.rank === null
    ? `Not among the nearest; ${likeness}.`
    : `Place ${semantic.rank} by meaning; ${likeness}.`
}
