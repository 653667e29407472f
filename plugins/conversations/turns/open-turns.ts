import type { ByteQuota, Callers, Clock, DataPlane, EventLog, Ids, Logger, WorkspaceMarks } from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import type { Memories } from '@svc/plugin/contracts/memory'
import type { Models } from '@svc/plugin/contracts/models'
import type { Approvals, ToolCatalog } from '@svc/plugin/contracts/tools'
import type { ConversationsConfig } from '../generated/config.ts'
import { MemoryRecall } from '../recall/memory-recall.ts'
import { AppTurns } from './app-turn.ts'
import { ClientTurns } from '../clients/client-turns.ts'
import { HistoryReader } from '../history/history-reader.ts'
import { ToolRounds } from './tool-round.ts'
import { TranscriptLog } from '../transcripts/transcript-log.ts'
import { TurnEngine } from './turn-engine.ts'
import { TurnJournal } from './turn-journal.ts'
import { TurnLoop } from './turn-loop.ts'
import { TurnRunner } from './turn-runner.ts'

export interface TurnServices {
  data: DataPlane
  quota: ByteQuota
  events: EventLog
  marks: WorkspaceMarks
  callers: Callers
  models: Models
  tools: ToolCatalog | undefined
  approvals: Approvals | undefined
  apps: AgentApps | undefined
  memories: Memories | undefined
  config: ConversationsConfig
  ids: Ids
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** The turns of this process: for the routes, and for clients that keep the history themselves. */
export function openTurns(services: TurnServices): {
  turns: TurnEngine
  clients: ClientTurns
  /** The workspace is used here no longer. */
  forget(workspaceId: string): void
} {
  const { tools: catalog, apps, config } = services
  const transcripts = new TranscriptLog(services)
  const journal = new TurnJournal({ ...services, log: transcripts })
  const shared = { ...services, catalog, journal }
  const history = new HistoryReader({ ...shared, contextWindow: config.context_window })
  const recall = new MemoryRecall({ ...services, byDefault: config.memory })
  const loop = new TurnLoop({
    ...shared,
    rounds: new ToolRounds(shared),
    history,
    recall,
    coreTools: config.core_tools,
  })
  const runner = new TurnRunner({
    ...shared,
    loop,
    appTurns: new AppTurns(apps, journal),
    minutes: config.turn_minutes,
  })
  const turns = new TurnEngine({ ...shared, transcripts, runner, maxTurns: config.max_turns })
  return {
    turns,
    clients: new ClientTurns({ ...shared, turns, transcripts }),
    forget(workspaceId) {
      runner.forget(workspaceId)
      transcripts.forgetWorkspace(workspaceId)
    },
  }
}
