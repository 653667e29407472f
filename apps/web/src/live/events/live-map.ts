/** The first part of every key in the cache: what the data is about. */
export type Domain =
  | 'admin'
  | 'agent-apps'
  | 'approvals'
  | 'chat'
  | 'data'
  | 'developer'
  | 'email'
  | 'exports'
  | 'files'
  | 'jobs'
  | 'me'
  | 'memory'
  | 'ml'
  | 'models'
  | 'notes'
  | 'pages'
  | 'playbooks'
  | 'research'
  | 'sample'
  | 'stats'
  | 'tasks'
  | 'tools'
  | 'webhooks'
  | 'workspace'

/** Which data an event makes old, by the beginning of its type; the longest beginning counts. */
const domains: Readonly<Record<string, readonly Domain[]>> = {
  'analysis.': ['stats'],
  'app.': ['agent-apps'],
  'approval.': ['approvals', 'chat'],
  'backup.': ['admin'],
  'conversation.': ['chat'],
  'dataset.': ['data', 'sample'],
  'email.': ['email', 'pages'],
  'export.': ['exports'],
  'file.': ['files', 'sample'],
  'job.': ['jobs'],
  'key.': ['developer'],
  'mcp.': ['tools'],
  'memory.': ['memory', 'sample'],
  'ml.': ['ml'],
  'model.': ['models'],
  'note.': ['notes', 'sample'],
  'playbook.': ['playbooks'],
  'plugin.': ['admin', 'pages'],
  'research.': ['research'],
  'run.': ['agent-apps'],
  'task.': ['tasks', 'sample'],
  'tool.': ['tools'],
  'user.': ['admin', 'me'],
  'webhook.': ['webhooks'],
}

export function domainsOf(type: string): readonly Domain[] {
  const beginning = Object.keys(domains)
    .filter(each => type.startsWith(each))
    .sort((a, b) => b.length - a.length)[0]
  return beginning === undefined ? [] : (domains[beginning] as readonly Domain[])
}
