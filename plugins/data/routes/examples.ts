const dataset_id = 'ds_01kq3v8d2m5w7x9y1z3a5b7c9d'
const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const columns = [
  { name: 'region', type: 'VARCHAR' },
  { name: 'amount', type: 'DOUBLE' },
]

export const exampleSummary = {
  dataset_id,
  name: 'Sales',
  table: 'sales',
  description: 'From the till',
  tags: ['finance'],
  key: null,
  latest_version: 2,
  rows: 1204,
  columns: 2,
  bytes: 18_213,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-02-02T09:30:00.000Z',
}

const facts = {
  dataset_id,
  name: 'Sales',
  table: 'sales',
  rows: 1204,
  columns,
  bytes: 18_213,
  sha256,
  origin: { kind: 'import', detail: { filename: 'sales.csv', format: 'csv', encoding: 'utf-8', delimiter: ';' } },
  schema_changes: { added: [], removed: [], changed: [] },
  reading: { format: 'csv', encoding: 'utf-8', delimiter: ';', header: true, decimal_separator: ',' },
  warnings: [],
  rejected: { count: 0, sample: [] },
  created_at: '2026-02-02T09:30:00.000Z',
}
export const exampleVersion = {
  ...facts,
  version: 2,
  created_by: { user_id: 'usr_01kq3v8d2m5w7x9y1z3a5b7c9d', username: 'ada' },
}
const { description, tags, key, latest_version, created_at, updated_at } = exampleSummary
export const exampleDataset = { ...facts, description, tags, key, latest_version, created_at, updated_at }

export const exampleProfile = {
  dataset_id,
  version: 2,
  rows: 1204,
  columns: [
    {
      name: 'region',
      type: 'VARCHAR',
      missing: 0,
      distinct: 4,
      distinct_is_exact: true,
      min: 'east',
      max: 'west',
      mean: null,
      sd: null,
      quantiles: [],
      histogram: [],
      top: [{ value: 'north', count: 402 }],
    },
  ],
}

export const exampleDiff = {
  dataset_id,
  from: 1,
  to: 2,
  key: ['region'],
  added: 1,
  removed: 0,
  changed: 1,
  schema: { added: [], removed: [], changed: [] },
  sample: {
    added: [{ region: 'west', amount: 12.5 }],
    removed: [],
    changed: [{ key: { region: 'north' }, from: { amount: 9 }, to: { amount: 10 } }],
  },
}

export const exampleReceipt = {
  version: 1,
  sql: 'select region, sum(amount) as total from sales where amount > ? group by region order by region',
  params: [0],
  limit: 1000,
  tables: [{ table: 'sales', dataset_id, version: 2, sha256 }],
  result: { hash: sha256, rows: 2, floats: [{ column: 'total', sum: 7120.25, scale: 7120.25 }] },
  created_at: '2026-02-02T09:31:00.000Z',
}
export const exampleAnswer = {
  columns: [
    { name: 'region', type: 'VARCHAR' },
    { name: 'total', type: 'DOUBLE' },
  ],
  rows: [
    ['north', 2210.5],
    ['south', 1907.25],
  ],
  row_count: 2,
  truncated: false,
  elapsed_ms: 4.2,
  receipt: exampleReceipt,
}

export const exampleSavedQuery = {
  query_id: 'qry_01kq3v8d2m5w7x9y1z3a5b7c9d',
  name: 'Totals by region',
  description: '',
  sql: exampleReceipt.sql,
  params: [0],
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}
