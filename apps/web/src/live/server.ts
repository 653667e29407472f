import { SvcClient } from '@svc/sdk'
import { beforeTry, sessionFetch } from './session-fetch.ts'

/** Where this app and its server are; the server writes `<base>`. Ends with a slash. */
export const root = new URL('./', document.baseURI)

/** The path of the app on its host, as the router wants it. */
export const basePath = root.pathname.replace(/\/$/, '') || '/'

/** An address of this app, such as `/notes?note=…`, as the browser's history knows it. */
export function addressOf(path: string): string {
  return root.pathname.replace(/\/$/, '') + path
}

/** The only way to the server: with the session's cookie, in the workspace of this tab. */
export const svc = new SvcClient({ baseUrl: root.href.replace(/\/$/, ''), fetch: sessionFetch, beforeTry })
