// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'data import': {
    arguments: {
      file: string
    }
    options: {
      name?: string
      dataset?: string
      format?: string
      delimiter?: string
      encoding?: string
      decimal?: string
      sheet?: string
      noHeader?: true
      key?: string
      tag: string[]
      background?: true
    }
  }
  'data query': {
    arguments: {
      sql: string
    }
    options: {
      format?: 'table' | 'csv' | 'json'
      limit?: number
      param: string[]
      timeout?: number
    }
  }
  'data export': {
    arguments: {
      dataset: string
      file: string
    }
    options: {
      format?: 'csv' | 'parquet' | 'json' | 'ndjson' | 'xlsx' | 'arrow'
      force?: true
    }
  }
  'data list': {
    arguments: object
    options: {
      search?: string
      tag?: string
      limit?: number
    }
  }
}
