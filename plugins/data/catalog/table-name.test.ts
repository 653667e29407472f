import { describe, expect, it } from 'vitest'
import { tableNameFault, tableNameOf } from './table-name.ts'

const free = (): boolean => false

describe('tableNameOf', () => {
  it('makes a name that needs no quotes out of whatever a dataset is called', () => {
    const names = [
      'Sales 2026 (EU)',
      'Umsätze.csv',
      '2026',
      '日本',
      '',
      'ORDER',
      'sqlite_master',
      '__a--b__',
      'x'.repeat(300),
    ]
    expect(names.map(name => tableNameOf(name, free))).toEqual([
      'sales_2026_eu',
      'umsatze_csv',
      't_2026',
      'dataset',
      'dataset',
      't_order',
      't_sqlite_master',
      'a_b',
      'x'.repeat(120),
    ])
  })

  it('counts on where a name is taken', () => {
    const taken = new Set(['sales', 'sales_2'])
    expect(tableNameOf('Sales', table => taken.has(table))).toBe('sales_3')
  })

  it('makes nothing that it would refuse itself', () => {
    for (const name of ['ds_01kq3v8d2m5w7x9y1z3a5b7c9d', 'select', 'pg_class', '9', 'information_schema'])
      expect(tableNameFault(tableNameOf(name, free))).toBeNull()
  })
})

describe('tableNameFault', () => {
  it('says why a name cannot be a table', () => {
    const names = ['a b', 'select', 'pg_class', 'ds_01kq3v8d2m5w7x9y1z3a5b7c9d', 'x'.repeat(129), 'fine_1']
    expect(names.map(tableNameFault)).toEqual([
      expect.stringContaining('must begin with a letter'),
      expect.stringContaining('is a word of SQL'),
      expect.stringContaining('the database itself'),
      expect.stringContaining('the id of a dataset'),
      expect.stringContaining('at most 128'),
      null,
    ])
  })
})
