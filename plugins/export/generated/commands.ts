// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'export make': {
    arguments: {
      items: string
    }
    options: {
      format?: string
      output?: string
      title?: string
      cover?: string
      signatory: string[]
      sign?: true
      manifest?: true
      certificate?: string
    }
  }
  'export verify': {
    arguments: {
      file: string
    }
    options: {
      manifest?: string
      signature?: string
      key: string[]
      cert: string[]
      url?: string
    }
  }
  'export certificate import': {
    arguments: {
      file: string
    }
    options: {
      passwordStdin?: true
      name?: string
    }
  }
}
