import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../live/fetch-part.ts'
import { JsonView } from '../copy/json-view.tsx'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import { titleFromName } from '../schema-form/title-from-name.ts'
import { RecordsTable } from './records-table.tsx'
import { resultKind, wordOf } from './result-kind.ts'
import type { Json } from './result-kind.ts'
import classes from './result.module.css'

const Chart = lazyPart(() => import('../chart/chart.tsx'), 'Chart')

const mostItems = 200

/** A value in the form that fits it. `title` is the name of its table or chart. */
export function ValueView({
  value,
  title,
  schema = null,
  depth = 0,
}: {
  value: unknown
  title: string
  schema?: Json | null
  depth?: number
}): ReactNode {
  switch (resultKind(value, depth)) {
    case 'nothing':
      return <span className={classes.nothing}>Nothing</span>
    case 'word':
      return <span title={typeof value === 'number' ? String(value) : undefined}>{wordOf(value)}</span>
    case 'text':
      return <div className={classes.text}>{value as string}</div>
    case 'markdown':
      return <MarkdownText text={value as string} />
    case 'list':
      return <List values={value as unknown[]} />
    case 'table':
      return <RecordsTable title={title} rows={value as Json[]} />
    case 'chart':
      return (
        <Suspense>
          <Chart title={chartTitle(value as Json) ?? title} spec={value as Json} />
        </Suspense>
      )
    case 'fields':
      return <Fields value={value as Json} schema={schema} depth={depth} />
    default:
      return <JsonView value={value} />
  }
}

/** Words beside their names, then all that needs more room, each below its heading. */
function Fields({ value, schema, depth }: { value: Json; schema: Json | null; depth: number }) {
  const parts = Object.entries(value).map(([name, part]) => {
    const inner = schemaOf(schema, name)
    const title = typeof inner?.['title'] === 'string' ? inner['title'] : titleFromName(name)
    return { name, part, inner, title, kind: resultKind(part, depth + 1) }
  })
  const words = parts.filter(({ kind }) => kind === 'word' || kind === 'nothing')
  const blocks = parts.filter(({ kind }) => kind !== 'word' && kind !== 'nothing')
  const Heading = depth === 0 ? 'h3' : 'h4'
  return (
    <div className={classes.fields}>
      {words.length > 0 && (
        <dl className={classes.words}>
          {words.map(({ name, title, part }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>
                <ValueView value={part} title={title} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {blocks.map(({ name, title, part, inner }) => (
        <div key={name} className={classes.block}>
          <Heading>{title}</Heading>
          <ValueView value={part} title={title} schema={inner} depth={depth + 1} />
        </div>
      ))}
    </div>
  )
}

function List({ values }: { values: readonly unknown[] }) {
  return (
    <>
      <ul className={classes.list}>
        {values.slice(0, mostItems).map((value, index) => (
          <li key={index}>{wordOf(value)}</li>
        ))}
      </ul>
      {values.length > mostItems && (
        <p className={classes.nothing}>
          The first {mostItems} of {values.length.toLocaleString('en')}. The JSON has all.
        </p>
      )}
    </>
  )
}

function schemaOf(schema: Json | null, name: string): Json | null {
  const properties = schema?.['properties']
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name)) return null
  const inner = (properties as Json)[name]
  return typeof inner === 'object' && inner !== null ? (inner as Json) : null
}

function chartTitle({ title }: Json): string | undefined {
  if (typeof title === 'string') return title
  const text = (title as Json | undefined)?.['text']
  return typeof text === 'string' ? text : undefined
}
