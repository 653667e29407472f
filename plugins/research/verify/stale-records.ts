import type { EventLog } from '@svc/plugin'
import { claimStore } from '../claims/claim-store.ts'

const recordFields = ['note_id', 'file_id', 'dataset_id', 'analysis_id', 'run_id']
/** What is emitted of records that evidence can rest on. */
const patterns = /^(?:note|file|dataset|analysis|run|ml)\./

/** When a record changes that evidence rests on, the evidence is looked at anew before its claim is shown. */
export function watchRecords(events: EventLog): void {
  events.addOutbox((db, _workspaceId, added) => {
    const targets = added
      .filter(({ type }) => patterns.test(type))
      .flatMap(({ data }) => recordFields.map(field => data[field]).filter(id => typeof id === 'string'))
    if (targets.length > 0) claimStore.markTargetsStale(db, targets)
    const gone = added
      .filter(({ type }) => type === 'dataset.deleted')
      .map(({ data }) => data['dataset_id'])
      .filter(id => typeof id === 'string')
    if (gone.length > 0) claimStore.markQueriesStale(db, gone)
  })
}
