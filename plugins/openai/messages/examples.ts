export const messageRequestExample = {
  model: 'svc/offline',
  max_tokens: 1024,
  messages: [{ role: 'user', content: '/calculator {"expression": "6 * 7"}' }],
}

export const messageExample = {
  id: 'msg_01jq8v6h7s0000000000000000',
  type: 'message',
  role: 'assistant',
  model: 'svc/offline',
  content: [{ type: 'text', text: '42' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 12, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
}

export const countExample = { input_tokens: 18 }
