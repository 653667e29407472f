export type { Auth, Authenticator, AuthOptions, Credentials } from './auth.ts'
export { createAuth } from './create-auth.ts'
export { authRoom } from './room.ts'
