// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'import chatgpt': {
    arguments: {
      file: string
    }
    options: {
      dryRun?: true
    }
  }
  'import open-webui': {
    arguments: {
      file: string
    }
    options: {
      dryRun?: true
    }
  }
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
