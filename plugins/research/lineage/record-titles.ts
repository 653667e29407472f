import { ForbiddenError, UnavailableError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { EvidenceUse } from '../evidence/evidence.ts'
import type { OwnRecords } from '../evidence/own-records.ts'
import { recordPath } from '../links/record-routes.ts'
import type { LineageNode } from './lineage.ts'

/** Each title is a request of its own; the records beyond that many are shown by their ids. */
const mostRead = 200
/** What plugins call their records. */
const titleFields = ['title', 'name', 'kind']

/** Titles of the records that other plugins keep, read by the routes of those plugins as the caller. */
export class RecordTitles {
  readonly #records: OwnRecords

  constructor(records: OwnRecords) {
    this.#records = records
  }

  /** A record that is gone gets the state `missing`; one that the caller may not read keeps its id as title. @throws UpstreamError, the signal's reason */
  async titled(nodes: readonly LineageNode[], use: EvidenceUse): Promise<LineageNode[]> {
    const records = this.#records.remembering()
    let left = mostRead
    return Promise.all(
      nodes.map(async node => {
        const path = pathOf(node)
        if (path === null || left === 0) return node
        left -= 1
        const record = await orUnread(records.get(path, use))
        if (record === null) return { ...node, state: 'missing' }
        const title = titleFields.map(field => record[field]).find(value => typeof value === 'string' && value !== '')
        if (title === undefined) return node
        return { ...node, title: node.version === undefined ? `${title}` : `${title}, version ${node.version}` }
      }),
    )
  }
}

/** Null for a record of the project itself. */
function pathOf({ id, type, version }: LineageNode): string | null {
  const isVersion = version !== undefined && id.endsWith(`@${version}`)
  return recordPath(type === 'dataset_version' ? 'dataset' : type, isVersion ? id.slice(0, id.lastIndexOf('@')) : id)
}

/** An empty record where it may not be read, or its plugin is switched off. */
async function orUnread(record: Promise<JsonObject | null>): Promise<JsonObject | null> {
  try {
    return await record
  } catch (error) {
    if (error instanceof ForbiddenError || error instanceof UnavailableError) return {}
    throw error
  }
}
