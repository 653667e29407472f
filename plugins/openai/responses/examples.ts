export const responseRequestExample = { model: 'agent', input: 'What is on my list for today?' }

export const responseExample = {
  id: 'resp_01jz0000000000000000000000',
  object: 'response',
  created_at: 1_769_860_800,
  status: 'completed',
  completed_at: 1_769_860_802,
  error: null,
  incomplete_details: null,
  model: 'agent',
  output: [
    {
      id: 'msg_01jz0000000000000000000000',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'Two things: the report, and tea with Ada.', annotations: [], logprobs: [] },
      ],
    },
  ],
  usage: {
    input_tokens: 512,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 11,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 523,
  },
  conversation: { id: 'ses_01jz0000000000000000000000' },
  max_output_tokens: null,
  parallel_tool_calls: true,
  temperature: 1,
  top_p: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  truncation: 'disabled',
  reasoning: { effort: null, summary: null },
  service_tier: 'default',
  user: null,
  background: false,
  store: true,
  instructions: null,
  previous_response_id: null,
  metadata: {},
}

export const deletedExample = { id: responseExample.id, object: 'response', deleted: true }

export const inputItemsExample = {
  object: 'list',
  data: [
    {
      type: 'message',
      id: 'msg_01jz0000000000000000000000_i0',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_text', text: 'What is on my list for today?' }],
    },
  ],
  first_id: 'msg_01jz0000000000000000000000_i0',
  last_id: 'msg_01jz0000000000000000000000_i0',
  has_more: false,
}
