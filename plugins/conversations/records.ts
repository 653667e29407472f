import type { JsonObject } from '@svc/plugin'
import type { SavedCaller } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatImage, ChatRequest, ChatTool, ChatToolCall, Sampling, TokenUsage } from '@svc/plugin/contracts/models'

/** The tools a conversation offers its model: all that the workspace has, none, or those named. */
export type ToolSet = 'all' | 'none' | string[]

/** What a person may set for one conversation beside its model, system prompt and tools. */
export interface SessionSettings {
  /** What happens when the history no longer fits the model's window. */
  context: 'summarise' | 'drop'
  /** Answers of the model within one turn. */
  step_limit: number
  /** Prompt and completion tokens of one turn together; null: no limit of its own. */
  token_limit: number | null
}

export interface Session {
  session_id: string
  title: string | null
  /** `person`: named by hand and never renamed. */
  title_by: 'nobody' | 'model' | 'person'
  /** Null: the workspace's default. */
  model: string | null
  system: string | null
  tools: ToolSet
  settings: SessionSettings
  /** Whether its turns are given what the workspace remembers; null: as the installation has it. */
  memory: boolean | null
  /** `api`, `cli`, `web`, `v1`. */
  source: string
  user_id: string
  key_id: string | null
  /** The last message of the active branch; null while nothing was said. */
  leaf_id: string | null
  created_at: string
  updated_at: string
}

/** A passage of the workspace's memory that a turn was given. */
export interface RecalledMemory {
  /** The id of the document. */
  id: string
  source: string | null
  /** As the search has it, 0 to 1. */
  score: number
  heading: string[]
  text: string
  /** When the document was last changed. */
  updated_at: string
}

/** What lists say of something that a person has added to a message. */
export interface AttachmentHead {
  /** The file that it was read from, and its size; absent when it came with the message. */
  file_id?: string
  size?: number
  name: string
  content_type: string
  /** Text to read, or an image. */
  kind: 'text' | 'image'
}

/** Something a person adds to a message. */
export interface Attachment extends AttachmentHead {
  /** The text, or an image as a `data:` URL. */
  content: string
}

/** One message of a branch. Messages form a tree; those with `active` are the branch that is read and continued. */
export interface MessageHead {
  message_id: string
  session_id: string
  parent_id: string | null
  /** Distance from the first message, which has 0. */
  position: number
  active: boolean
  turn_id: string | null
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  attachments: AttachmentHead[]
  tool_calls: ChatToolCall[]
  tool_call_id: string | null
  tool_name: string | null
  model: string | null
  /** On an answer, once it is complete or broken off. */
  finish_reason: TurnFinishReason | null
  usage: TokenUsage | null
  created_at: string
}

/** A message with all that it holds: what was attached may be a hundred times as long as the rest of it. */
export interface Message extends MessageHead {
  attachments: Attachment[]
  images: ChatImage[]
}

/** A message as a prompt holds it: memories go with the question that they were found for, marked as data. */
export interface PromptMessage extends Message {
  recalled?: { mark: string; memories: readonly RecalledMemory[] }
}

/** How a turn is to be carried out; kept with it, so that it goes on after a restart. */
export interface TurnOptions extends Sampling {
  client_tools?: ChatTool[]
  tool_choice?: ChatRequest['tool_choice']
  parallel_tool_calls?: boolean
  response_schema?: JsonObject
  json_object?: boolean
  /** Overrides the conversation's own for this turn. */
  tools?: ToolSet
  system?: string
  /** The prompt holds nothing of ours: the client sends all of it. */
  bare?: boolean
  /** The hash of the history that a client keeps itself, up to the question. */
  history_hash?: string
}

/** A call that a person is asked about. */
export interface PendingCall {
  call_id: string
  tool_name: string
  approval_id: string
}

export interface StoredTurn {
  turn_id: string
  session_id: string
  status: 'running' | 'waiting' | 'done'
  finish_reason: TurnFinishReason | null
  model: string
  question_id: string
  answer_id: string
  caller: SavedCaller
  options: TurnOptions
  steps: number
  pending: PendingCall[]
  usage: TokenUsage
  /** What of the workspace's memory it was given; null while that was not looked for. */
  memories: RecalledMemory[] | null
  error: { status: number; code: string; detail: string } | null
  /** The first of its events. */
  first_seq: number
  created_at: string
  finished_at: string | null
}
