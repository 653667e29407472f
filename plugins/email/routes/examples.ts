export const exampleAccount = {
  origin: 'workspace',
  address: 'ada@example.com',
  name: 'Ada Lovelace',
  username: 'ada@example.com',
  has_password: true,
  imap: { host: 'imap.example.com', port: 993, security: 'tls' },
  smtp: { host: 'smtp.example.com', port: 465, security: 'tls' },
  trusted: false,
  error: null,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

export const exampleSummary = {
  id: 'Y2hlY2s1WyJhY2NvdW50IiwiSU5CT1giLCIxNzY5ODYwODAwIiw0Ml0',
  from: { name: 'Charles Babbage', address: 'charles@example.org' },
  to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
  subject: 'The engine',
  date: '2026-01-31T12:00:00.000Z',
  unread: true,
  preview: 'Dear Ada, the drawings are with the printer …',
  has_attachments: true,
}

export const exampleMessage = {
  id: exampleSummary.id,
  folder: 'INBOX',
  from: exampleSummary.from,
  to: exampleSummary.to,
  cc: [],
  reply_to: [],
  subject: 'The engine',
  date: '2026-01-31T12:00:00.000Z',
  message_id: '<engine-1@example.org>',
  references: [],
  unread: true,
  size: 48_213,
  text: 'Dear Ada,\n\nthe drawings are with the printer.\n\nCharles',
  text_from: 'text',
  truncated: false,
  attachments: [{ n: 0, name: 'drawings.pdf', content_type: 'application/pdf', size: 34_120, inline: false }],
}

export const exampleSent = {
  message_id: '<8f0c7c5e-6a0e-4a54-9a0f-2f6a3f1f7f11@example.com>',
  accepted: ['charles@example.org'],
  rejected: [],
}

export const examplePending = {
  approval_id: 'apr_01k2z3y4x5w6v7t8s9r0q1p2n3',
  status: 'pending',
  tool_name: 'email_send',
  expires_at: '2026-01-31T12:15:00.000Z',
}
