export type { Auth, Authenticator, AuthOptions, Credentials } from './auth.ts'
export { createAuth } from './auth.ts'
export { networkOf } from './sign-in/login-throttle.ts'
export { authRoom } from './room.ts'
