import { globSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TestKernel } from '../../rooms/kernel.ts'

/**
 * A conversation in which this was said, question and answer in turn; a person would take days.
 * @returns its id
 */
export async function longConversation(svc: TestKernel, texts: readonly string[]): Promise<string> {
  const { body } = await svc.request<{ session_id: string }>('POST', '/api/conversations', { body: { title: 'Long' } })
  const [file = ''] = globSync(join(svc.home, 'workspaces/*/data_plane.sqlite'))
  const db = new Database(file)
  try {
    const insert = db.prepare(
      `INSERT INTO conversations_messages (message_id, session_id, parent_id, position, active, role, content, finish_reason, created_at)
       VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
    )
    const idOf = (position: number): string => `msg_${body.session_id.slice(4)}_${String(position).padStart(8, '0')}`
    db.transaction(() => {
      for (const [position, text] of texts.entries()) {
        const isAnswer = position % 2 === 1
        const parent = position === 0 ? null : idOf(position - 1)
        const role = isAnswer ? 'assistant' : 'user'
        const at = new Date(Date.UTC(2026, 0, 1) + position * 1000).toISOString()
        insert.run(idOf(position), body.session_id, parent, position, role, text, isAnswer ? 'stop' : null, at)
      }
      const leaf = idOf(texts.length - 1)
      db.prepare('UPDATE conversations_sessions SET leaf_id = ? WHERE session_id = ?').run(leaf, body.session_id)
    })()
  } finally {
    db.close()
  }
  return body.session_id
}
