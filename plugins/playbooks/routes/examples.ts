const at = '2026-11-24T08:00:00.000Z'

export const exampleSource = `document:
  dsl: '1.0.3'
  namespace: default
  name: greet
  version: '1.0.0'
do:
  - greet:
      set:
        text: \${ "Hello \\(.name)" }
`
const id = 'pb_01jh8x2m5k7q9r3t6v8w0y2z4b'
const runId = 'prun_01jh8x2m5k7q9r3t6v8w0y2z4b'

export const exampleNeeds = {
  agent: false,
  tools: [],
  apps: [],
  playbooks: [],
  network: false,
  secrets: [],
  sql: false,
  memory: false,
  approvals: false,
}
export const exampleGraph = {
  nodes: [{ reference: '/do/0/greet', name: 'greet', kind: 'set', parent: null, summary: null }],
  edges: [{ from: '/do/0/greet', to: 'exit', label: null, when: null }],
}
export const examplePlaybook = {
  id,
  name: 'greet',
  namespace: 'default',
  version: '1.0.0',
  revision: 1,
  title: null,
  summary: null,
  tags: {},
  source: 'api' as const,
  enabled: true,
  inputs_schema: null,
  output_schema: null,
  schedule: null,
  needs: exampleNeeds,
  tool_name: null,
  limits: { timeout_seconds: null, token_budget: null, max_active_runs: null },
  created_at: at,
  updated_at: at,
}
export const exampleDefinition = {
  document: { dsl: '1.0.3', namespace: 'default', name: 'greet', version: '1.0.0' },
  do: [{ greet: { set: { text: '${ "Hello \\(.name)" }' } } }],
}
export const exampleListedRun = {
  id: runId,
  playbook_id: id,
  name: 'greet',
  version: '1.0.0',
  revision: 1,
  status: 'completed' as const,
  error: null,
  progress: { finished: 1, total: 1 },
  trigger: 'api',
  started_by: { user_id: 'usr_01jh8x2m5k7q9r3t6v8w0y2z4b', key_id: null },
  parent_run_id: null,
  labels: {},
  usage: {
    duration_ms: 12,
    agent_calls: 0,
    tool_calls: 0,
    http_calls: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    tasks: 1,
  },
  created_at: at,
  started_at: at,
  ended_at: at,
  wake_at: null,
}
export const exampleRun = {
  ...exampleListedRun,
  waiting_for: [],
  inputs: { name: 'Ada' },
  output: { text: 'Hello Ada' },
  context: null,
  current: [],
}
export const exampleTask = {
  id: 'ptask_01jh8x2m5k7q9r3t6v8w0y2z4b',
  name: 'greet',
  reference: '/do/0/greet',
  iteration: [],
  kind: 'set',
  call: null,
  status: 'completed',
  skipped: false,
  attempt: 1,
  idempotency_key: 'pbk_3d3c1c5b8a64a1f0a5a5d5c5e5f50617',
  input: { name: 'Ada' },
  output: { text: 'Hello Ada' },
  error: null,
  usage: {},
  started_at: at,
  ended_at: at,
  wake_at: null,
  approval_id: null,
  child_run_id: null,
  superseded: false,
}

export const exampleApproval = {
  approval_id: 'apr_01jh8x2m5k7q9r3t6v8w0y2z4b',
  kind: 'playbook' as const,
  run_id: runId,
  playbook: 'greet',
  task: '/do/1/ask',
  title: 'Send the report?',
  body: null,
  data: null,
  form: null,
  assignees: [],
  approvals_needed: 1,
  decisions: [
    {
      user_id: 'usr_01jh8x2m5k7q9r3t6v8w0y2z4b',
      username: 'ada',
      decision: 'approved' as const,
      at,
      reason: 'As agreed.',
    },
  ],
  status: 'approved' as const,
  created_at: at,
  expires_at: at,
}
