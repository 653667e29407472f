import { parseCookie, stringifySetCookie } from 'cookie'
import { decodeBase64url } from '@svc/plugin'
import type { Clock, SessionRecord } from '@svc/plugin'

const issuer = 'svc'
const audience = 'svc:session'
const type = 'svc-session+jwt'
const algorithm = 'HS256'

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

/** The JWT in the session cookie. It only carries the session's id: the session's record decides. */
export class SessionTokens {
  readonly #key: Uint8Array
  readonly #clock: Clock

  constructor(sessionKey: string, clock: Clock) {
    this.#key = Buffer.from(sessionKey, 'base64url')
    this.#clock = clock
  }

  async sign(session: SessionRecord): Promise<string> {
    const { SignJWT } = await import('jose/jwt/sign')
    return new SignJWT()
      .setProtectedHeader({ alg: algorithm, typ: type })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(session.user_id)
      .setJti(session.id)
      .setIssuedAt(secondsOf(session.created_at))
      .setExpirationTime(secondsOf(session.expires_at))
      .sign(this.#key)
  }

  /** Null for a token that we did not make or that has expired. */
  async verify(token: string): Promise<{ sessionId: string; userId: string } | null> {
    // The library ignores bits that no byte needs, so one signature could be written in four ways.
    if (token.split('.').some(part => decodeBase64url(part) === null)) return null
    // Loaded at the first session: a start needs none of it.
    const [{ jwtVerify }, { JOSEError }] = await Promise.all([import('jose/jwt/verify'), import('jose/errors')])
    try {
      const { payload } = await jwtVerify<{ sub: string; jti: string }>(token, this.#key, {
        algorithms: [algorithm],
        issuer,
        audience,
        typ: type,
        requiredClaims: ['sub', 'jti', 'iat', 'exp'],
        currentDate: new Date(this.#clock.now()),
      })
      return { sessionId: payload.jti, userId: payload.sub }
    } catch (thrown) {
      if (thrown instanceof JOSEError) return null
      throw thrown
    }
  }
}

function secondsOf(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / 1000)
}
