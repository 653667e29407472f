export const exampleTool = {
  name: 'calculator',
  title: 'Calculator',
  description: 'Evaluates a mathematical expression.',
  effect: 'read',
  plugin: 'tools',
  permission: 'tools:write',
  input_schema: { type: 'object', required: ['expression'], properties: { expression: { type: 'string' } } },
  annotations: { read_only: true, destructive: false, open_world: false },
  grant: 'allow',
}

export const examplePending = {
  approval_id: 'apr_01kg9z4f8rkq2t5v7w8x9y0zab',
  status: 'pending',
  tool_name: 'http_fetch',
  expires_at: '2026-02-01T12:00:00.000Z',
  url: 'http://127.0.0.1:8420/api/approvals/apr_01kg9z4f8rkq2t5v7w8x9y0zab',
  message:
    'Nothing ran. A person of this workspace decides about http_fetch, until 2026-02-01T12:00:00.000Z: ' +
    'svc approvals approve apr_01kg9z4f8rkq2t5v7w8x9y0zab, or svc approvals deny apr_01kg9z4f8rkq2t5v7w8x9y0zab. ' +
    'GET the url to see what came of it.',
}

export const exampleApproval = {
  approval_id: examplePending.approval_id,
  kind: 'tool',
  tool_name: 'http_fetch',
  arguments: { url: 'https://example.com/' },
  status: 'approved',
  result: { url: 'https://example.com/', status: 200, headers: {}, content_type: 'text/plain', text: 'hello' },
  error: null,
  origin: { kind: 'direct' },
  requested_by: { user_id: 'usr_01kg9z4f8rkq2t5v7w8x9y0zab', username: 'ada', key_id: null },
  decided_by: { user_id: 'usr_01kg9z4f8rkq2t5v7w8x9y0zab', username: 'ada' },
  reason: null,
  created_at: '2026-01-31T12:00:00.000Z',
  expires_at: examplePending.expires_at,
  decided_at: '2026-01-31T12:01:00.000Z',
  finished_at: '2026-01-31T12:01:00.420Z',
}

export const exampleGrant = {
  tool_name: 'http_fetch',
  key_id: null,
  grant: 'allow',
  granted_by: 'usr_01kg9z4f8rkq2t5v7w8x9y0zab',
  granted_at: '2026-01-31T12:00:00.000Z',
}

export const exampleCall = {
  call_id: 'call_01kg9z4f8rkq2t5v7w8x9y0zab',
  at: '2026-01-31T12:00:00.000Z',
  tool_name: 'calculator',
  effect: 'read',
  user_id: 'usr_01kg9z4f8rkq2t5v7w8x9y0zab',
  username: 'ada',
  key_id: null,
  origin: { kind: 'direct' },
  approval_id: null,
  outcome: 'ok',
  code: null,
  duration_ms: 3.2,
  arguments_hash: '0f1c8e1c6f1d6a3e2b6cf2b6e8f0d9b9c7a5e4d3c2b1a0918273645546372819',
}
