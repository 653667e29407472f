import type * as api from './generated/api.ts'

/** What an iteration gives: an `error` event is thrown instead. A newer server may send further types. */
type Given<Event extends { readonly type: string }> = Event extends { readonly type: 'error' }
  ? never
  : Event & { readonly id?: string }

/** What happens in a conversation. */
export type ConversationEvent = Given<api.ConversationEvent>
/** What happens in a run of an agent app. */
export type AgentAppEvent = Given<api.AgentAppRunEvent>
/** What happens in a workspace. */
export type WorkspaceEvent = Given<api.WorkspaceEvent>
/** What happens in a run of a playbook. */
export type PlaybookEvent = Given<api.PlaybookRunEvent>
