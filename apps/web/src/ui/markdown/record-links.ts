/** Where the records of an id are shown. What has no page of its own is no link. */
const places: Readonly<Record<string, (id: string) => string>> = {
  ana: id => `/stats/${id}`,
  ds: id => `/data?dataset=${id}`,
  file: id => `/files?file=${id}`,
  job: id => `/data?tab=jobs&job=${id}`,
  mem: id => `/memory?memory=${id}`,
  mlr: id => `/data?tab=ml&run=${id}`,
  note: id => `/notes?note=${id}`,
  ses: id => `/c/${id}`,
  task: id => `/tasks?task=${id}`,
}
const id = `(?:${Object.keys(places).join('|')})_[0-9a-z]{26}`
const recordId = new RegExp(`^${id}$`)
const link = new RegExp(`\\[\\[([^[\\]\\n]{1,400})\\]\\]|\\b(${id})\\b`, 'g')

/** What the walk reads and writes of a Markdown tree. */
interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

/** Where `[[…]]` leads: the record with the id, or the note with the title. */
export function recordAddress(written: string): string {
  const target = written.trim()
  if (!recordId.test(target)) return `/notes?title=${encodeURIComponent(target)}`
  return places[target.slice(0, target.indexOf('_'))]?.(target) ?? ''
}

/** For remark: `[[Title]]`, `[[Title|shown]]`, `[[ds_…]]` and ids by themselves become links, except in code and in other links. */
export function recordLinks() {
  return walk
}

function walk(node: Node): void {
  if (node.type === 'link' || node.type === 'linkReference') return
  node.children = node.children?.flatMap(child => {
    if (child.type === 'text') return pieces(child.value ?? '')
    walk(child)
    return [child]
  })
}

function pieces(text: string): Node[] {
  const found: Node[] = []
  let end = 0
  for (const match of text.matchAll(link)) {
    const [whole, written = match[2] ?? ''] = match
    const [target = '', shown = target] = written.split('|', 2)
    if (target.trim() === '') continue
    found.push({ type: 'text', value: text.slice(end, match.index) })
    found.push({ type: 'link', url: recordAddress(target), children: [{ type: 'text', value: shown.trim() }] })
    end = match.index + whole.length
  }
  return [...found, { type: 'text', value: text.slice(end) }].filter(({ value }) => value !== '')
}
