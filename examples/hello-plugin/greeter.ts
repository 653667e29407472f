import { defineService } from '@svc/plugin'

export interface Greeting {
  name: string
  text: string
  created_at: string
}

/** Greets people of a workspace. Other plugins use it by listing `hello.greeter` in `services.consumes`. */
export interface Greeter {
  greet(workspaceId: string, name: string): Greeting
  greeted(workspaceId: string): Greeting[]
}

export const greeterService = defineService<Greeter>('hello.greeter')
