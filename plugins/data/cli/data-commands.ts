import type { CliCommand } from '@svc/plugin/contracts/cli'

const dataset = { name: 'dataset', description: 'its table, such as sales or sales@2, or its id', required: true }

/** `svc data …`. Each is loaded when it is called. */
export function dataCommands(): CliCommand[] {
  return [
    {
      name: 'data import',
      summary: 'Import a table: svc data import sales.csv',
      arguments: [
        { name: 'file', description: 'CSV, TSV, JSON, NDJSON, Parquet or XLSX; or packed with gzip', required: true },
      ],
      options: [
        { flags: '--name <name>', description: 'what the dataset is called; default: as the file' },
        { flags: '--dataset <dataset>', description: 'a table or an id: a new version of that dataset' },
        { flags: '--format <format>', description: 'csv, tsv, json, ndjson, parquet or xlsx; default: what it is' },
        { flags: '--delimiter <text>', description: 'between the fields of a line; tab for a tab' },
        { flags: '--encoding <name>', description: 'such as windows-1252; default: what it is' },
        { flags: '--decimal <mark>', description: '. or ,' },
        { flags: '--sheet <sheet>', description: 'of a workbook: its name, or its number from 1' },
        { flags: '--no-header', description: 'the first line is data' },
        { flags: '--key <columns>', description: 'columns that tell rows apart, with commas between' },
        { flags: '--tag <tag>', description: 'a word to filter by; may be given again', repeatable: true },
        { flags: '--background', description: 'import by a job and wait for it' },
      ],
      run: async context => (await import('./import-table.ts')).importTable(context),
    },
    {
      name: 'data query',
      summary: 'Ask in SQL: svc data query "SELECT region, sum(amount) FROM sales GROUP BY region"',
      arguments: [{ name: 'sql', description: 'one SELECT over the tables of the workspace', required: true }],
      options: [
        { flags: '--format <format>', description: 'table, csv or json; default: table' },
        { flags: '--limit <number>', description: 'rows, at most; default: 1000' },
        { flags: '--param <value>', description: 'the value of a ?, in order; may be given again', repeatable: true },
        { flags: '--timeout <seconds>', description: 'default: 10' },
      ],
      run: async context => (await import('./query-tables.ts')).queryTables(context),
    },
    {
      name: 'data export',
      summary: 'Write a dataset to a file: svc data export sales sales.parquet',
      arguments: [
        { ...dataset, description: `${dataset.description}; or a SELECT` },
        { name: 'file', description: 'where to write; its ending says the format', required: true },
      ],
      options: [
        { flags: '--format <format>', description: 'csv, parquet, json, ndjson or xlsx; default: by the ending' },
        { flags: '--force', description: 'write over a file that is there' },
      ],
      run: async context => (await import('./export-table.ts')).exportTable(context),
    },
    {
      name: 'data list',
      summary: 'List the datasets, newest first',
      options: [
        { flags: '--search <words>', description: 'of names, descriptions, tags and columns' },
        { flags: '--tag <tag>', description: 'only those with this tag' },
        { flags: '--limit <number>', description: '1 to 200; default: 50' },
      ],
      run: async context => (await import('./list-tables.ts')).listTables(context),
    },
  ]
}
