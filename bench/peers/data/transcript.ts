/** Appends to a conversation and reads its tail, as a turn and its reader do, behind as many messages as asked for. */
import type { Callers, Principal, WorkspaceDatabase } from '@svc/plugin'
import { eventMigrations, WorkspaceEventLog } from '../../../kernel/events/index.ts'
import { createIds, createWorkspaceMarks, systemClock } from '../../../kernel/services/index.ts'
import { messageStore } from '../../../plugins/conversations/sessions/message-store.ts'
import { sessionStore } from '../../../plugins/conversations/sessions/session-store.ts'
import { TranscriptLog } from '../../../plugins/conversations/transcripts/transcript-log.ts'
import { transcriptStore } from '../../../plugins/conversations/transcripts/transcript-store.ts'
import { TurnJournal } from '../../../plugins/conversations/turns/turn-journal.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'

import conversations from '../../../plugins/conversations/migrations/0001-conversations.ts'
import memories from '../../../plugins/conversations/migrations/0002-memories.ts'
import bytes from '../../../plugins/conversations/migrations/0003-bytes.ts'
import loadedTools from '../../../plugins/conversations/migrations/0004-loaded-tools.ts'
import contents from '../../../plugins/conversations/migrations/0005-contents.ts'

const messages = Number(process.env['MESSAGES'] ?? 10)
const count = Number(process.env['COUNT'] ?? 200)
const eventsAMessage = 8
const tail = 50
const clock = systemClock
const ids = createIds(clock)
const log = { debug() {}, info() {}, warn: console.error, error: console.error }
const { signal } = new AbortController()
const planes = await openTestPlanes({
  migrations: [
    { owner: 'kernel', migrations: eventMigrations },
    { owner: 'conversations', migrations: [conversations, memories, bytes, loadedTools, contents] },
  ],
})
const { data } = planes
const declared = ['conversation.turn.started', 'conversation.turn.ended'].map(type => ({
  type,
  title: type,
  data: {},
  audience: 'workspace' as const,
  owner: 'bench',
}))
const retention = { days: 7, count: 100_000 }
const events = new WorkspaceEventLog({ data, clock, ids, log, types: declared, retention })
const marks = createWorkspaceMarks(data, 'conversations', log)
const caller = { user_id: 'usr_1', username: 'ada', workspace_id: ids.create('ws'), key_id: null, scopes: ['*'] }
const { workspace_id } = caller
const resume = async (): Promise<Principal> => ({ ...caller, role: 'owner', via: 'session' }) as never
const callers: Callers = { save: () => caller, resume, operator: async () => null }
const transcript = new TranscriptLog({ data, clock, log, signal })
const quota = { measure: <T>(_db: unknown, write: () => T): T => write() }
const journal = new TurnJournal({ log: transcript, events, marks, quota, callers, ids, clock })
const session_id = ids.create('ses')
const now = clock.timestamp()

data.use(workspace_id, db =>
  db.transaction(() => {
    sessionStore.insert(db, {
      session_id,
      title: 'Bench',
      title_by: 'person',
      model: null,
      system: null,
      tools: 'none',
      settings: { context: 'drop', step_limit: 16, token_limit: null },
      memory: null,
      source: 'api',
      user_id: caller.user_id,
      key_id: null,
      leaf_id: null,
      created_at: now,
      updated_at: now,
    })
    let leaf = messageStore.leaf(db, session_id)
    for (let number = 0; number < messages; number += 1) {
      const role = number % 2 === 0 ? ('user' as const) : ('assistant' as const)
      leaf = journal.place(db, session_id, leaf, [{ role, content: `Message ${number} of a long conversation.` }])
      const said = Array.from({ length: eventsAMessage }, () => ({
        type: 'content',
        turn_id: null,
        data: { delta: 'some words of it ' },
      }))
      transcriptStore.append(db, session_id, said, { end: transcriptStore.end(db, session_id), at: now })
    }
  }),
)

/** A question and its answer are stored, then the end of the log and of the branch are read. */
function exchange(): void {
  const question = (db: WorkspaceDatabase) => ({
    leaf: messageStore.leaf(db, session_id),
    messages: [{ role: 'user' as const, content: 'And then?' }],
  })
  const turn = journal.begin(workspace_id, { session_id, model: 'm', caller, options: {} }, { question })
  journal.piece(turn, 'content', 'Then it ended.')
  journal.finish(turn, { finish_reason: 'stop', content: 'Then it ended.', model: 'm' })
  data.use(workspace_id, db => {
    const end = transcriptStore.end(db, session_id)
    transcriptStore.after(db, session_id, end - 8, tail)
    const { position } = messageStore.leaf(db, session_id)
    messageStore.branch(db, session_id, position - 8, tail)
    messageStore.before(db, session_id, position, 8)
  })
}

for (let warm = 0; warm < 50; warm += 1) exchange()
const before = process.cpuUsage()
const started = performance.now()
for (let made = 0; made < count; made += 1) exchange()
const { user, system } = process.cpuUsage(before)
process.stdout.write(
  `${JSON.stringify({ cpuMs: (user + system) / 1000 / count, ms: (performance.now() - started) / count })}\n`,
)
events.close()
await planes.close()
