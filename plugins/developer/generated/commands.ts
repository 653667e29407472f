// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'key create': {
    arguments: {
      name: string
    }
    options: {
      scopes?: string
      days?: number
    }
  }
  'key list': {
    arguments: object
    options: object
  }
  'key revoke': {
    arguments: {
      id: string
    }
    options: object
  }
}
