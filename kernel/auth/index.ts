export type { Auth, Authenticator, AuthOptions, Credentials } from './auth.ts'
export { createAuth } from './auth.ts'
export { networkOf } from './login-throttle.ts'
export { authRoom } from './room.ts'
