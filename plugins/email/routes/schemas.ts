import { Type } from 'typebox'
import type { TSchema } from 'typebox'

const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
const time = (description: string) => nullable(Type.String({ format: 'date-time' }), description)
const oneLine = '^[^\\u0000-\\u001f\\u007f]*$'
const hostPattern = '^(\\[?[0-9A-Fa-f:.]+\\]?|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)$'
const addressPattern = '^[^\\s@<>,;:\\u0000-\\u001f]+@[^\\s@<>,;:\\u0000-\\u001f]+$'
const securities = ['tls', 'starttls', 'none'] as const

const server = Type.Object(
  { host: Type.String(), port: Type.Integer(), security: Type.Enum([...securities]) },
  { title: 'EmailServer' },
)
const newServer = (title: string, what: string, ports: string) =>
  Type.Object(
    {
      host: Type.String({
        minLength: 1,
        maxLength: 253,
        pattern: hostPattern,
        description: `The name or IP address of a server, such as mail.example.com. ${what}`,
      }),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: `Default: ${ports}.` })),
      security: Type.Optional(
        Type.Enum([...securities], {
          description:
            '`tls` (the default): from the first byte. `starttls`: after the greeting. `none`: only for servers of this machine. Certificates are always checked.',
        }),
      ),
    },
    { title, additionalProperties: false },
  )

export const account = Type.Object(
  {
    origin: Type.Enum(['configuration', 'workspace'], { description: 'That of the configuration is changed there.' }),
    address: Type.String(),
    name: nullable(Type.String(), 'Stands beside the address in what is sent.'),
    username: Type.String(),
    has_password: Type.Boolean({ description: 'The password itself is never shown.' }),
    imap: server,
    smtp: server,
    trusted: Type.Boolean({ description: 'An owner chose the servers, which may be in a private network.' }),
    error: nullable(Type.String(), 'Why it cannot be used.'),
    created_at: time('Null for that of the configuration.'),
    updated_at: time('Null for that of the configuration.'),
  },
  { title: 'EmailAccount' },
)

export const accountBody = Type.Object(
  {
    address: Type.String({
      maxLength: 320,
      pattern: addressPattern,
      description: 'An e-mail address, such as ada@example.com. What is sent comes from it.',
    }),
    name: Type.Optional(
      nullable(
        Type.String({ maxLength: 200, pattern: oneLine, description: 'One line without control characters.' }),
        'Stands beside the address.',
      ),
    ),
    username: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 320,
        pattern: oneLine,
        description: 'One line without control characters. Default: the address.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        pattern: '^[^\\u0000\\r\\n]+$',
        description:
          'One line. Write-only. Left out: as before, as long as servers and user name are. Many providers want an app password.',
      }),
    ),
    imap: newServer('ImapServerSettings', 'Messages are read from it.', '993, with `starttls` and `none` 143'),
    smtp: newServer('SmtpServerSettings', 'Messages are sent through it.', '465, with `starttls` 587, with `none` 25'),
  },
  { additionalProperties: false },
)

const half = Type.Object(
  {
    ok: Type.Boolean(),
    step: nullable(
      Type.Enum(['address', 'connect', 'tls', 'login', 'folder', 'send']),
      'Where it ended: the name or the rules for addresses, the connection, TLS, the sign-in, the inbox.',
    ),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    duration_ms: Type.Integer(),
  },
  { title: 'EmailServerCheck' },
)
export const accountCheck = Type.Object({ ok: Type.Boolean(), imap: half, smtp: half }, { title: 'EmailAccountCheck' })

const mailAddress = Type.Object({ name: nullable(Type.String()), address: Type.String() }, { title: 'EmailAddress' })
const summary = Type.Object(
  {
    id: Type.String({ description: 'Opaque; good while the message stays in its folder.' }),
    from: nullable(mailAddress),
    to: Type.Array(mailAddress, { description: 'The first 20.' }),
    subject: Type.String(),
    date: time('When it was written, as it says itself; else when it arrived.'),
    unread: Type.Boolean(),
    preview: Type.String({ description: 'The beginning of the text, up to 200 characters.' }),
    has_attachments: Type.Boolean(),
  },
  { title: 'EmailSummary' },
)
export const summaries = Type.Object({ items: Type.Array(summary) })

const folderPath = Type.String({
  minLength: 1,
  maxLength: 150,
  pattern: oneLine,
  default: 'INBOX',
  description: 'A folder’s path in one line, as `GET /api/email/folders` gives it.',
})
export const recentQuery = Type.Object({
  count: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
  folder: folderPath,
})
export const searchQuery = Type.Object({
  query: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: oneLine,
      description:
        'Words in one line that stand in the message or its headers, in this order. It is no query language.',
    }),
  ),
  from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      pattern: oneLine,
      description: 'Part of the sender’s name or address, in one line.',
    }),
  ),
  since: Type.Optional(Type.String({ format: 'date', description: 'The first day.' })),
  folder: folderPath,
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
})

export const folders = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        path: Type.String(),
        name: Type.String(),
        role: nullable(
          Type.Enum(['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive', 'all', 'flagged']),
          'What it is for, where the server says so.',
        ),
        messages: nullable(Type.Integer()),
        unread: nullable(Type.Integer()),
      },
      { title: 'EmailFolder' },
    ),
  ),
})

const attachment = Type.Object(
  {
    n: Type.Integer({ description: 'Names it in the path of its download.' }),
    name: Type.String({ description: 'A label, never a path.' }),
    content_type: Type.String({ description: 'As the message says.' }),
    size: Type.Integer(),
    inline: Type.Boolean({ description: 'Part of what the text shows, such as a picture.' }),
  },
  { title: 'EmailAttachment' },
)
export const message = Type.Object(
  {
    id: Type.String(),
    folder: Type.String(),
    from: nullable(mailAddress),
    to: Type.Array(mailAddress),
    cc: Type.Array(mailAddress),
    reply_to: Type.Array(mailAddress),
    subject: Type.String(),
    date: time('As the message says.'),
    message_id: nullable(Type.String()),
    references: Type.Array(Type.String()),
    unread: Type.Boolean(),
    size: Type.Integer(),
    text: Type.String({
      description: 'Plain text; of a message in HTML alone what a reader would see, with nothing loaded.',
    }),
    text_from: Type.Enum(['text', 'html', 'none']),
    truncated: Type.Boolean({ description: 'The text is longer than the 200,000 characters that are given.' }),
    attachments: Type.Array(attachment),
  },
  { title: 'Email' },
)

const id = Type.String({ minLength: 1, maxLength: 256 })
export const messageParams = Type.Object({ message_id: id })
export const attachmentParams = Type.Object({
  message_id: id,
  n: Type.Integer({ minimum: 0, maximum: 499 }),
})

const addresses = (description: string) =>
  Type.Array(Type.String({ minLength: 3, maxLength: 600 }), { maxItems: 1000, description })
export const sendBody = Type.Object(
  {
    to: Type.Array(Type.String({ minLength: 3, maxLength: 600 }), {
      minItems: 1,
      maxItems: 1000,
      description: '`ada@example.com` or `Ada Lovelace <ada@example.com>`',
    }),
    cc: Type.Optional(addresses('Get a copy, and everybody sees it.')),
    bcc: Type.Optional(addresses('Get a copy, and nobody sees it.')),
    subject: Type.String({ maxLength: 1000 }),
    text: Type.String({ maxLength: 500_000, description: 'Plain text.' }),
    in_reply_to: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'The id of the message this one answers.' }),
    ),
    attachments: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 50,
        description: 'The `file_id` of files of this workspace.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const sent = Type.Object(
  {
    message_id: Type.String({ description: 'The `Message-ID` it went out with.' }),
    accepted: Type.Array(Type.String()),
    rejected: Type.Array(Type.String(), { description: 'Addresses that the server did not take.' }),
  },
  { title: 'SentEmail' },
)
export const pending = Type.Object(
  {
    approval_id: Type.String(),
    status: Type.Literal('pending'),
    tool_name: Type.String(),
    expires_at: Type.String(),
  },
  { title: 'PendingEmail' },
)
