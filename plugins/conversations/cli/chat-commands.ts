import type { CliCommand } from '@svc/plugin/contracts/cli'

/** `svc chat`, `svc conversations …`. Each is loaded when it is called. */
export function chatCommands(): CliCommand[] {
  return [
    {
      name: 'chat',
      summary: 'Ask the agent: svc chat "How many seats do 17 tables of 6 have?"; without a message, talk to it',
      arguments: [
        { name: 'message', description: 'what to ask; asked for at the terminal when left out', required: false },
      ],
      options: [
        { flags: '--conversation <id>', description: 'continue this conversation; default: a new one' },
        { flags: '--model <id>', description: 'a model, agent, or app:<name>; default: that of the conversation' },
      ],
      run: async context => (await import('./chat.ts')).chat(context),
    },
    {
      name: 'conversations list',
      summary: 'List the conversations of the workspace, those last used first',
      options: [
        { flags: '--search <words>', description: 'only those in which all words occur' },
        { flags: '--limit <number>', description: '1 to 200; default: 50' },
      ],
      run: async context => (await import('./list-conversations.ts')).listConversations(context),
    },
    {
      name: 'conversations show',
      summary: 'Show what was said in a conversation',
      arguments: [{ name: 'id', description: 'its id', required: true }],
      run: async context => (await import('./show-conversation.ts')).showConversation(context),
    },
  ]
}
