// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'memory add': {
    arguments: {
      text: string
    }
    options: {
      source?: string
      tag: string[]
      force?: true
    }
  }
  'memory search': {
    arguments: {
      query: string
    }
    options: {
      top?: number
      tag: string[]
      source?: string
      mode?: 'hybrid' | 'keyword' | 'semantic'
      explain?: true
    }
  }
  'memory import': {
    arguments: {
      path: string
    }
    options: {
      source?: string
      tag: string[]
      background?: true
    }
  }
  'memory export': {
    arguments: {
      file?: string
    }
    options: {
      source?: string
      tag?: string
    }
  }
  'memory list': {
    arguments: object
    options: {
      source?: string
      tag?: string
      limit?: number
    }
  }
  'memory delete': {
    arguments: {
      id?: string
    }
    options: {
      source?: string
    }
  }
}
