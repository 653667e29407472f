import { bodyFault, NotFoundError, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { DataPlane, FieldError, JsonObject, Principal } from '@svc/plugin'
import { assertNoBodyFaults } from '@svc/plugin'
import { requireProject } from '../projects/projects.ts'
import { checkedCsl } from '../sources/csl-item.ts'
import type { CslItem } from '../sources/csl-item.ts'
import { sourceStore } from '../sources/source-store.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { CiteCluster, Cited, CiteItem, CiteStyle } from './cite-task.ts'
import { entryMarkdown, entryText } from './entry-markup.ts'
import { styleFacts } from './style-xml.ts'
import type { Styles } from './styles.ts'

export type CiteFormat = 'html' | 'text' | 'md'
export type CitedItem = { id: string } & CslItem

export interface CiteOrder {
  items?: JsonObject[]
  research_project_id?: string
  keys?: string[]
  style?: string
  style_xml?: string
  locale?: string
  citations?: CiteItem[][]
  format?: CiteFormat
}

export interface CiteAnswer {
  style: string
  locale: string
  bibliography: { html: string; entries: string[]; ids: string[] }
  citations: string[]
  warnings: string[]
}

export interface CiteUse {
  principal: Principal
  signal: AbortSignal
}

const mostCited = 5000

/** Citations and bibliographies by CSL 1.0.2. */
export class Citations {
  readonly #data: DataPlane
  readonly #styles: Styles
  readonly #work: TextWork

  constructor({ data, styles, work }: { data: DataPlane; styles: Styles; work: TextWork }) {
    this.#data = data
    this.#styles = styles
    this.#work = work
  }

  /** @throws ValidationError, NotFoundError, UnprocessableError `style_unknown` | `style_invalid`, UnavailableError without the processor */
  async cite(order: CiteOrder, use: CiteUse): Promise<CiteAnswer> {
    const { locale = 'en-US', format = 'html', citations = [] } = order
    const warnings: string[] = []
    const items = this.#items(order, use.principal.workspace_id, warnings)
    const known = new Set(items.map(({ id }) => id))
    const unknown = citations.flat().find(({ id }) => !known.has(id))
    if (unknown) throw bodyFault('/citations', `names "${unknown.id}", which is none of the items`)
    const style = this.#styleOf(order, use.principal.workspace_id)
    const clusters = citations.map(each => ({ items: each }))
    const cited = await this.run({ style, locale, items, clusters, uncited: [...known] }, use)
    return {
      style: order.style_xml === undefined ? (order.style ?? 'apa') : 'style_xml',
      locale,
      bibliography: { html: cited.html, entries: cited.entries.map(entry => formed(entry, format)), ids: cited.ids },
      citations: cited.citations.map(citation => formed(citation, format)),
      warnings,
    }
  }

  /** @throws UnprocessableError `style_invalid`, UnavailableError without the processor */
  async run(
    task: { style: CiteStyle; locale: string; items: CitedItem[]; clusters: CiteCluster[]; uncited: string[] },
    { principal, signal }: CiteUse,
  ): Promise<Extract<Cited, { html: string }>> {
    const cited = await this.#work.run('cite', task, { workspaceId: principal.workspace_id, signal })
    if ('missing' in cited)
      throw new UnavailableError(
        'Citations are made by the package citeproc, which is not installed here. An operator adds it with "npm install citeproc@2.4.63".',
      )
    if ('refused' in cited) throw new UnprocessableError('style_invalid', cited.refused)
    return cited
  }

  #styleOf({ style = 'apa', style_xml }: CiteOrder, workspaceId: string): CiteStyle {
    if (style_xml === undefined) return this.#styles.get(workspaceId, style)
    styleFacts(style_xml)
    return { name: 'given', xml: style_xml }
  }

  #items({ items, research_project_id, keys }: CiteOrder, workspaceId: string, warnings: string[]): CitedItem[] {
    if (items !== undefined) {
      const faults: FieldError[] = []
      const checked = items.map((item, index) => {
        const id = item['id']
        if (typeof id !== 'string' && typeof id !== 'number')
          faults.push({ path: `/items/${index}/id`, message: 'must be given: it names the item' })
        return { ...checkedCsl(item, `/items/${index}`, faults), id: String(id) }
      })
      assertNoBodyFaults(faults)
      return checked
    }
    if (research_project_id === undefined) throw bodyFault('', 'must have items, or research_project_id with keys')
    return this.#data.use(workspaceId, db => {
      requireProject(db, research_project_id)
      const rows =
        keys === undefined
          ? sourceStore.all(db, research_project_id)
          : sourceStore.byKeys(db, research_project_id, keys)
      const missing = (keys ?? []).find(key => !rows.some(row => row.key === key))
      if (missing !== undefined)
        throw new NotFoundError(`There is no source with the key "${missing}" in this research project.`)
      if (rows.length > mostCited)
        warnings.push(`The project has ${rows.length} sources; the first ${mostCited} were taken.`)
      return rows.slice(0, mostCited).map(({ key, csl_json }) => ({ ...(JSON.parse(csl_json) as CslItem), id: key }))
    })
  }
}

function formed(html: string, format: CiteFormat): string {
  if (format === 'html') return html
  return format === 'md' ? entryMarkdown(html) : entryText(html)
}
