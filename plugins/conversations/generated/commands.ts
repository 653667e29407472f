// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  chat: {
    arguments: {
      message?: string
    }
    options: {
      conversation?: string
      model?: string
    }
  }
  'conversations list': {
    arguments: object
    options: {
      search?: string
      limit?: number
    }
  }
  'conversations show': {
    arguments: {
      id: string
    }
    options: object
  }
}
