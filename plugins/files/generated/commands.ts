// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'files upload': {
    arguments: {
      source: string
      path?: string
    }
    options: {
      new?: true
    }
  }
  'files download': {
    arguments: {
      file: string
      target?: string
    }
    options: {
      force?: true
      stdout?: true
    }
  }
  'files list': {
    arguments: {
      folder?: string
    }
    options: {
      search?: string
    }
  }
  'files delete': {
    arguments: {
      file: string
    }
    options: object
  }
  'files restore': {
    arguments: {
      file_id: string
      path?: string
    }
    options: object
  }
}
