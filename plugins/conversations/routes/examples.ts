export const exampleSession = {
  id: 'ses_01jzcq3m5n8v7x2k4w6y9a0b1c',
  session_id: 'ses_01jzcq3m5n8v7x2k4w6y9a0b1c',
  title: 'Seats for a workshop',
  title_by: 'model',
  model: null,
  system: null,
  tools: 'all',
  settings: { context: 'summarise', step_limit: 16, token_limit: null },
  memory: true,
  source: 'api',
  status: 'idle',
  running_turn_id: null,
  created_by: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1a',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:04.000Z',
}

export const exampleQuestion = {
  id: 'msg_01jzcq3m5n8v7x2k4w6y9a0b1d',
  parent_id: null,
  role: 'user',
  content: 'How many seats do 17 tables of 6 have?',
  turn_id: 'turn_01jzcq3m5n8v7x2k4w6y9a0b1e',
  model: null,
  finish_reason: null,
  usage: null,
  branches: ['msg_01jzcq3m5n8v7x2k4w6y9a0b1d'],
  created_at: '2026-01-31T12:00:01.000Z',
}

const usage = { prompt_tokens: 420, completion_tokens: 21 }
const call = { call_id: 'call_1', tool_name: 'calculator', arguments: { expression: '17 * 6' } }

export const exampleAnswer = {
  id: 'msg_01jzcq3m5n8v7x2k4w6y9a0b1f',
  session_id: exampleSession.session_id,
  turn_id: exampleQuestion.turn_id,
  role: 'assistant',
  content: 'They have 102 seats.',
  tool_calls: [{ ...call, result: { result: '102' } }],
  memories: [
    {
      id: 'mem_01jzcq3m5n8v7x2k4w6y9a0b1h',
      source: 'workshop.md',
      score: 0.92,
      chunk_text: 'The room in Leiden has 17 tables of 6.',
    },
  ],
  model: 'svc/offline',
  usage,
  finish_reason: 'stop',
  status: 'done',
}

export const exampleWaiting = {
  ...exampleAnswer,
  content: '',
  tool_calls: [{ call_id: 'call_1', tool_name: 'http_fetch', arguments: { url: 'https://example.com/' } }],
  finish_reason: null,
  status: 'waiting',
  approvals: [
    {
      approval_id: 'apr_01jzcq3m5n8v7x2k4w6y9a0b1g',
      call_id: 'call_1',
      tool_name: 'http_fetch',
      expires_at: '2026-01-31T12:15:02.000Z',
      url: 'http://127.0.0.1:8420/api/approvals/apr_01jzcq3m5n8v7x2k4w6y9a0b1g',
      message:
        'Nothing ran. A person of this workspace decides about http_fetch, until 2026-01-31T12:15:02.000Z: svc approvals approve ' +
        'apr_01jzcq3m5n8v7x2k4w6y9a0b1g, or svc approvals deny apr_01jzcq3m5n8v7x2k4w6y9a0b1g. GET the url to see what came of it.',
    },
  ],
}

export const exampleStream = [
  `id: ${exampleSession.session_id}.2\nevent: content\ndata: {"delta":"They have 102 seats.","type":"content"}\n\n`,
  `id: ${exampleSession.session_id}.3\nevent: done\ndata: {"message_id":"${exampleAnswer.id}","finish_reason":"stop",` +
    `"usage":${JSON.stringify(usage)},"type":"done"}\n\n`,
].join('')
