/** What stands in the lineage of a project. */
export const lineageTypes = [
  'report',
  'claim',
  'source',
  'snapshot',
  'quote',
  'dataset',
  'dataset_version',
  'analysis',
  'query',
  'run',
  'model',
  'note',
  'file',
  'session',
  'job',
] as const

/** How what rests is tied to what it rests on. */
export const lineageRelations = [
  'cites',
  'claims',
  'quotes',
  'snapshot_of',
  'computed_from',
  'version_of',
  'imported_from',
  'produced_by',
  'trained_on',
  'mentions',
] as const
