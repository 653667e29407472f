type Json = Readonly<Record<string, unknown>>

/** A table of what a chart shows. */
export interface ChartData {
  columns: string[]
  rows: string[][]
  /** Of the data, of which `rows` are the first. */
  count: number
}

const mostRows = 500

/** What a Vega-Lite chart says, for who does not see it: what goes across and up, what the colours are, and of how much. */
export function chartSentence(spec: Json): string {
  const channel = (name: string): string | null => {
    for (const part of parts(spec)) {
      const words = fieldTitle(objectIn(part, 'encoding')[name])
      if (words !== null) return words
    }
    return null
  }
  const [x, y, colour] = [channel('x'), channel('y'), channel('color')]
  const words = [
    x !== null && `${x} across`,
    y !== null && `${y} up`,
    colour !== null && `${colour} in colours`,
  ].filter(each => each !== false)
  const count = rowsIn(spec)
  const of = count === 0 ? '' : `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of data`
  return [words.join(', '), of].filter(Boolean).join('; ')
}

/** The data that stand within a specification, those of its layers one after the other. */
export function chartData(spec: Json): ChartData {
  const records = parts(spec).flatMap(part => valuesOf(part))
  const columns = [...new Set(records.slice(0, mostRows).flatMap(record => Object.keys(record)))]
  const rows = records.slice(0, mostRows).map(record => columns.map(name => cellOf(record[name])))
  return { columns, rows, count: records.length }
}

/** Rows that are shown: layers, such as points and the line through them, are of the same ones. */
function rowsIn(spec: Json): number {
  const own = valuesOf(spec).length
  const layered = childrenOf(spec, ['layer', 'spec']).map(rowsIn)
  const beside = childrenOf(spec, ['hconcat', 'vconcat', 'concat']).map(rowsIn)
  return Math.max(own, ...layered) + beside.reduce((sum, each) => sum + each, 0)
}

/** The specification itself and all that it is laid together from. */
function parts(spec: Json): Json[] {
  return [spec, ...childrenOf(spec, ['layer', 'hconcat', 'vconcat', 'concat', 'spec']).flatMap(parts)]
}

function childrenOf(spec: Json, names: readonly string[]): Json[] {
  return names.flatMap(name => {
    const found = spec[name]
    return (Array.isArray(found) ? found : [found]).filter(isObject)
  })
}

function valuesOf(part: Json): Json[] {
  const { values } = objectIn(part, 'data')
  if (!Array.isArray(values)) return []
  return values.map(value => (isObject(value) ? value : { value: value as unknown }))
}

function fieldTitle(definition: unknown): string | null {
  if (!isObject(definition)) return null
  if (typeof definition['title'] === 'string') return definition['title']
  return typeof definition['field'] === 'string' ? definition['field'] : null
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)))
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
}

function objectIn(part: Json, name: string): Json {
  const found = part[name]
  return isObject(found) ? found : {}
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
