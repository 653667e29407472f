import { SvcError, TimeoutError, UnprocessableError, UpstreamError } from '@svc/plugin'
import { serverKey } from './account/account.ts'
import type { Account, MailServer } from './account/account.ts'

/** How far a connection to a mail server came. */
export type MailStep = 'address' | 'connect' | 'tls' | 'login' | 'folder' | 'send'

/** Members that imapflow and nodemailer add to their errors. */
interface LibraryError {
  code?: unknown
  /** What the code was before nodemailer gave the error one of its own. */
  originalCode?: unknown
  tlsFailed?: unknown
  authenticationFailed?: unknown
  response?: unknown
  responseText?: unknown
  responseCode?: unknown
}

const maxSaid = 300

const reasons = new Map(
  Object.entries<string>({
    ECONNREFUSED: 'refused the connection; is the port right?',
    ECONNRESET: 'broke the connection off',
    EPIPE: 'broke the connection off',
    ECONNECTION: 'broke the connection off',
    NoConnection: 'broke the connection off',
    EConnectionClosed: 'broke the connection off',
    ETIMEDOUT: 'did not answer in time',
    ETIMEOUT: 'did not answer in time',
    CONNECT_TIMEOUT: 'did not answer in time',
    GREETING_TIMEOUT: 'took the connection and never said hello; does it expect TLS from the first byte?',
    UPGRADE_TIMEOUT: 'did not finish the change to TLS in time',
    EHOSTUNREACH: 'cannot be reached from here',
    ENETUNREACH: 'cannot be reached from here',
    STARTTLS_INJECTION: 'sent something between STARTTLS and TLS, as an attacker on the way would',
    LineTooLarge: 'sent more than is read here',
    LiteralTooLarge: 'sent more than is read here',
    ResponseTooLarge: 'sent more than is read here',
  }),
)

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH/

/** The step at which an error of a library, or of egress, came up. */
export function stepOf(error: unknown): MailStep {
  const { code, tlsFailed, authenticationFailed } = asLibrary(error)
  if (error instanceof SvcError) return error.code === 'url_blocked' || !error.cause ? 'address' : 'connect'
  if (authenticationFailed === true || code === 'EAUTH') return 'login'
  if (tlsFailed === true || code === 'ETLS' || (error instanceof Error && isTls(codeOf(error)))) return 'tls'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'send'
  return 'connect'
}

/** What a library threw as an error of ours that says which server, why, and never the password. */
export function mailFailure(error: unknown, server: MailServer, account: Account): unknown {
  if (error instanceof SvcError) return error
  if (!(error instanceof Error)) return new UpstreamError(`${serverKey(server)} failed.`, { cause: error })
  const where = serverKey(server)
  const cause = withoutSecrets(error, account)
  const { responseCode } = asLibrary(error)
  if (stepOf(error) === 'send' && typeof responseCode === 'number' && responseCode >= 500)
    return new UnprocessableError('unprocessable', `${where} does not take the message${cause.said}.`, {
      cause: cause.error,
    })
  return new UpstreamError(`${where} ${reasonOf(error, cause.said)}.`, { cause: cause.error })
}

/** The time limit of a whole request to a mail server. */
export function mailTimeout(server: MailServer, seconds: number): TimeoutError {
  return new TimeoutError(`${serverKey(server)} did not finish within ${seconds} s.`)
}

function reasonOf(error: Error, said: string): string {
  const step = stepOf(error)
  if (step === 'login') return `refused the sign-in${said}. Many providers want an app password here`
  if (step === 'tls') return tlsReason(error)
  const code = codeOf(error)
  if (code.startsWith('ClosedAfter')) return 'broke the connection off'
  return reasons.get(code) ?? (said === '' ? `failed (${code})` : `answered with an error${said}`)
}

function tlsReason(error: Error): string {
  const code = codeOf(error)
  if (certificate.test(code)) return `shows a certificate that is not trusted for its name (${code})`
  if (isTls(code)) return `does not speak TLS here; is its security starttls? (${code})`
  return reasons.get(code) ?? 'did not change to TLS; does it offer STARTTLS?'
}

function isTls(code: string): boolean {
  return certificate.test(code) || code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')
}

function codeOf(error: Error): string {
  const { code, originalCode } = asLibrary(error)
  return [originalCode, code, error.name].find(each => typeof each === 'string') ?? ''
}

function asLibrary(error: unknown): LibraryError {
  return typeof error === 'object' && error !== null ? error : {}
}

/** What the server said, for people; a server may well say a password back. */
function withoutSecrets(error: Error, account: Account): { said: string; error: Error } {
  const { response, responseText } = asLibrary(error)
  const text = [responseText, response].find(each => typeof each === 'string' && each.trim() !== '')
  const clean = redact(typeof text === 'string' ? text : '', account)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxSaid)
  return {
    said: clean === '' ? '' : `: “${clean.replace(/[.“”]+$/, '')}”`,
    error: Object.assign(new Error(redact(error.message, account)), { code: codeOf(error), stack: '' }),
  }
}

function redact(text: string, { username, password }: Account): string {
  const secrets = [password, encoded(password), encoded(`\0${username}\0${password}`)]
  return secrets.reduce((safe, secret) => safe.replaceAll(secret, '•••'), text)
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64')
}
