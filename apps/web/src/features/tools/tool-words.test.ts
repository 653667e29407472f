import { describe, expect, it } from 'vitest'
import type { Approval, ToolManifest } from './queries.ts'
import { approvalState, askerWords, toolsThatFit } from './tool-words.ts'

const by = { user_id: 'usr_1', username: 'ada', key_id: null }

describe('the words of the page Tools', () => {
  it.each([
    ['ada', { kind: 'direct' }, by],
    ['ada with a key, over MCP', { kind: 'mcp' }, { ...by, key_id: 'key_1' }],
    ['The agent app csv-profile, run by ada', { kind: 'app', app: 'csv-profile' }, by],
    ['The agent, in a conversation of ada', { kind: 'turn', session_id: 'ses_1' }, by],
  ] as const)('says who asks: %s', (words, origin, requested_by) => {
    expect(askerWords({ origin, requested_by })).toBe(words)
  })

  it.each([
    ['Waits', { status: 'pending', finished_at: null, error: null }],
    ['Runs', { status: 'approved', finished_at: null, error: null }],
    ['Approved', { status: 'approved', finished_at: '2026-01-01T00:00:00Z', error: null }],
    ['Failed', { status: 'approved', finished_at: '2026-01-01T00:00:00Z', error: { code: 'x', message: 'y' } }],
    ['Denied', { status: 'denied', finished_at: null, error: null }],
    ['Expired', { status: 'expired', finished_at: null, error: null }],
  ])('says how an approval stands: %s', (word, approval) => {
    expect(approvalState(approval as Approval).word).toBe(word)
  })

  it('finds the tools in which all words occur', () => {
    const tool = { name: 'http_fetch', title: 'Fetch a URL', description: 'One request', plugin: 'tools' }
    const tools = [tool as ToolManifest]
    expect(toolsThatFit(tools, 'URL fetch')).toEqual(tools)
    expect(toolsThatFit(tools, 'fetch mail')).toEqual([])
    expect(toolsThatFit(tools, undefined)).toEqual(tools)
  })
})
