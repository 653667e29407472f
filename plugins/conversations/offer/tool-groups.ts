import type { ToolGroup, ToolManifest } from '@svc/plugin'
import type { ChatMessage, ChatTool, ChatToolCall } from '@svc/plugin/contracts/models'
import { parsedArguments } from '../sessions/parsed-arguments.ts'

const made = new WeakMap<ToolGroup, { names: string; tool: ChatTool }>()

/** Groups of tools, each of which a model is offered as one function. The tool that a call names is the one that runs. */
export class ToolGroups {
  readonly #members = new Map<string, { group: ToolGroup; names: string[] }>()
  readonly #groupOf = new Map<string, string>()

  /** Of those tools; a group whose name a tool has is none. */
  constructor(tools: Iterable<ToolManifest>, taken: (name: string) => boolean) {
    for (const { name, group } of tools) {
      if (group === undefined || taken(group.name)) continue
      const known = this.#members.get(group.name) ?? { group, names: [] }
      known.names.push(name)
      this.#members.set(group.name, known)
      this.#groupOf.set(name, group.name)
    }
  }

  /** The name of the function through which the tool is offered; null when it stands for itself. */
  of(tool: string): string | null {
    return this.#groupOf.get(tool) ?? null
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  names(group: string): readonly string[] {
    return this.#members.get(group)?.names ?? []
  }

  /** What a model is offered; the same object while its tools are the same. */
  toChatTool(name: string): ChatTool | null {
    const found = this.#members.get(name)
    if (found === undefined) return null
    const { group, names } = found
    const known = made.get(group)
    if (known?.names === names.join()) return known.tool
    const parameters = {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: names },
        arguments: { type: 'object', description: 'As the input_schema that find_tools gives for the tool.' },
      },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    }
    const tool = { name, description: group.description, parameters }
    made.set(group, { names: names.join(), tool })
    return tool
  }

  /** The call that a call of a group's function means; as it is when it means none. */
  resolved(call: ChatToolCall): ChatToolCall {
    if (!this.#members.has(call.name)) return call
    const given = parsedArguments(call.arguments)
    if (typeof given === 'string') return call
    const { tool, ...beside } = given
    const name = typeof tool === 'string' ? this.#member(call.name, tool) : undefined
    if (name === undefined) return call
    // Small models leave the second object out.
    const { arguments: inner = beside } = beside
    return { ...call, name, arguments: typeof inner === 'string' ? inner : JSON.stringify(inner) }
  }

  /** Messages with the calls as the model made them. */
  asCalled(messages: ChatMessage[]): ChatMessage[] {
    if (this.#groupOf.size === 0) return messages
    return messages.map(message => {
      if (!message.tool_calls?.some(call => this.#groupOf.has(call.name))) return message
      return { ...message, tool_calls: message.tool_calls.map(call => this.#asCalled(call)) }
    })
  }

  #asCalled(call: ChatToolCall): ChatToolCall {
    const group = this.#groupOf.get(call.name)
    if (group === undefined) return call
    const input = { tool: call.name, arguments: parsedArguments(call.arguments) }
    return { ...call, name: group, arguments: JSON.stringify(input) }
  }

  #member(group: string, tool: string): string | undefined {
    return this.names(group).find(name => name === tool || name === `${group}_${tool}`)
  }
}
