import { expect, it } from 'vitest'
import { isOver, statusWord, usageWords } from './run-words.ts'

const none = {
  duration_ms: 0,
  agent_calls: 0,
  tool_calls: 0,
  http_calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  tasks: 0,
}

it('says what a run has used, and nothing of what it has not', () => {
  expect(usageWords({ usage: { ...none, duration_ms: 1200, tasks: 1 } })).toEqual(['1.2 s', '1 task'])
  expect(
    usageWords({ usage: { ...none, duration_ms: 8, agent_calls: 2, prompt_tokens: 1500, completion_tokens: 1 } }),
  ).toEqual(['8 ms', '2 agent calls', '1,501 tokens'])
})

it('knows which states are the end, and passes on a word that is new', () => {
  expect(['completed', 'faulted', 'cancelled', 'waiting', 'suspended'].filter(isOver)).toEqual([
    'completed',
    'faulted',
    'cancelled',
  ])
  expect(statusWord('paused by the moon')).toBe('paused by the moon')
})
