import { parseCookie, stringifySetCookie } from 'cookie'

/** How the session's token travels: never readable by scripts, never sent along from another site's form. */
export class SessionCookie {
  readonly name: string
  readonly #path: string
  readonly #secure: boolean

  constructor(options: { secure: boolean; basePath: string }) {
    this.#path = options.basePath === '' ? '/' : options.basePath
    this.#secure = options.secure
    // The prefix makes browsers refuse a cookie set by a sister domain; it demands the path "/".
    this.name = options.secure && this.#path === '/' ? '__Host-svc_session' : 'svc_session'
  }

  read(header: string): string | undefined {
    return header.includes(this.name) ? parseCookie(header)[this.name] : undefined
  }

  set(token: string, maxAgeSeconds: number): string {
    return this.#write(token, maxAgeSeconds)
  }

  clear(): string {
    return this.#write('', 0)
  }

  #write(value: string, maxAge: number): string {
    const { name } = this
    return stringifySetCookie({
      name,
      value,
      maxAge,
      path: this.#path,
      secure: this.#secure,
      httpOnly: true,
      sameSite: 'lax',
    })
  }
}
