// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'approvals list': {
    arguments: object
    options: {
      all?: true
      limit?: number
      cursor?: string
    }
  }
  'approvals show': {
    arguments: {
      id: string
    }
    options: object
  }
  'approvals approve': {
    arguments: {
      id: string
    }
    options: {
      reason?: string
    }
  }
  'approvals deny': {
    arguments: {
      id: string
    }
    options: {
      reason?: string
    }
  }
}
