// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'research projects list': {
    arguments: object
    options: object
  }
  'research sources list': {
    arguments: {
      project: string
    }
    options: object
  }
  'research claims list': {
    arguments: {
      project: string
    }
    options: object
  }
  'research add': {
    arguments: {
      project: string
      source: string
    }
    options: {
      key?: string
    }
  }
  'research verify': {
    arguments: {
      project: string
    }
    options: object
  }
  'research lint': {
    arguments: {
      report: string
    }
    options: {
      project?: string
    }
  }
  'research export': {
    arguments: {
      report: string
    }
    options: {
      format?: string
      output?: string
      project?: string
      style?: string
      cover?: true
      signatory: string[]
      sign?: true
      allowUnverified?: true
    }
  }
}
