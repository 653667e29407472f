import { Readable } from 'node:stream'
import { anyType, actorOf } from '@svc/plugin'
import type { RouteRegistrar, RouteRequest } from '@svc/plugin'
import { create as contentDisposition } from 'content-disposition'
import type { MailCaller, Mailbox } from '../mailbox/mailbox.ts'
import type { SendGate } from '../sending/send-gate.ts'
import { exampleMessage, examplePending, exampleSent, exampleSummary } from './examples.ts'
import {
  attachmentParams,
  folders,
  message,
  messageParams,
  pending,
  recentQuery,
  searchQuery,
  sendBody,
  sent,
  summaries,
} from './schemas.ts'

const path = '/api/email'
const read = 'email:read'
/** What a page of ours could run or be styled by: its policy trusts what comes from our own origin. */
const runnable = /script$|^text\/css$|^application\/wasm$/
const readErrors = { 409: ['conflict'], 422: ['url_blocked'], 502: ['upstream_error'], 504: ['timeout'] }
const openErrors = { ...readErrors, 413: ['payload_too_large'], 422: ['url_blocked', 'unprocessable'] }

/** `/api/email`: the mailbox, and sending. */
export function mailRoutes(app: RouteRegistrar, mailbox: Mailbox, gate: SendGate): void {
  app.route({
    method: 'GET',
    path: `${path}/recent`,
    operationId: 'listRecentEmail',
    summary: 'The newest messages',
    description: 'Newest first, as they arrived. Reading changes nothing: what is unread stays unread.',
    permission: read,
    query: recentQuery,
    responses: {
      200: { description: 'The messages', schema: summaries, example: { items: [exampleSummary] } },
    },
    errors: readErrors,
    longRunning: true,
    handler: async request => ({ items: await mailbox.recent(callerOf(request), request.query) }),
  })

  app.route({
    method: 'GET',
    path: `${path}/search`,
    operationId: 'searchEmail',
    summary: 'Find messages',
    description: 'Searched by the mail server itself. What is left out does not narrow; newest first.',
    permission: read,
    query: searchQuery,
    responses: {
      200: { description: 'What was found', schema: summaries, example: { items: [exampleSummary] } },
    },
    errors: readErrors,
    longRunning: true,
    handler: async request => ({ items: await mailbox.search(callerOf(request), request.query) }),
  })

  app.route({
    method: 'GET',
    path: `${path}/folders`,
    operationId: 'listEmailFolders',
    summary: 'The folders of the mailbox',
    permission: read,
    responses: {
      200: {
        description: 'The folders',
        schema: folders,
        example: { items: [{ path: 'INBOX', name: 'INBOX', role: 'inbox', messages: 12, unread: 3 }] },
      },
    },
    errors: readErrors,
    longRunning: true,
    handler: async request => ({ items: await mailbox.folders(callerOf(request)) }),
  })

  app.route({
    method: 'GET',
    path: `${path}/messages/:message_id`,
    operationId: 'getEmail',
    summary: 'One message',
    description:
      'As text: HTML is never given as such, and nothing in it is loaded. What a message says is written by others and proves nothing, its sender included.',
    permission: read,
    params: messageParams,
    responses: { 200: { description: 'The message', schema: message, example: exampleMessage } },
    errors: openErrors,
    longRunning: true,
    handler: request => mailbox.read(callerOf(request), request.params.message_id),
  })

  app.route({
    method: 'GET',
    path: `${path}/messages/:message_id/attachments/:n`,
    operationId: 'getEmailAttachment',
    summary: 'An attachment',
    description: 'As a download, of the type that the message says; browsers neither show nor run it.',
    permission: read,
    params: attachmentParams,
    responses: { 200: { description: 'The bytes', contentType: anyType, example: '%PDF-1.7 …' } },
    errors: openErrors,
    longRunning: true,
    handler: async (request, reply) => {
      const { message_id, n } = request.params
      const { bytes, name, content_type } = await mailbox.attachment(callerOf(request), message_id, n)
      reply
        .header('content-disposition', contentDisposition(name))
        .header('content-length', String(bytes.byteLength))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('cross-origin-resource-policy', 'same-origin')
        .header('cache-control', 'private, no-store')
      const type = runnable.test(content_type) ? 'text/plain' : content_type
      return reply.stream(Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]), type)
    },
  })

  app.route({
    method: 'POST',
    path: `${path}/send`,
    operationId: 'sendEmail',
    summary: 'Send a message',
    description:
      'Asked for by a person who is signed in it goes out. Asked for with an API key it is a call of the tool `email_send`: by default a person ' +
      'approves it first (202), and `PUT /api/tools/email_send/grant` changes that. Send an `Idempotency-Key`, so that a repeated request does not send twice.',
    permission: 'email:send',
    body: sendBody,
    example: {
      body: { to: ['Charles Babbage <charles@example.org>'], subject: 'The engine', text: 'Dear Charles, …' },
    },
    responses: {
      200: { description: 'It was handed to the mail server', schema: sent, example: exampleSent },
      202: { description: 'Nothing was sent; a person is asked', schema: pending, example: examplePending },
    },
    errors: {
      409: ['conflict'],
      413: ['payload_too_large'],
      422: ['unprocessable', 'url_blocked'],
      502: ['upstream_error'],
      504: ['timeout'],
    },
    longRunning: true,
    handler: async (request, reply) => {
      const outcome = await gate.send(actorOf(request), request.body, request.signal)
      if ('approval_id' in outcome) reply.status(202)
      return outcome
    },
  })
}

function callerOf({ principal, signal }: Pick<RouteRequest, 'principal' | 'signal'>): MailCaller {
  return { workspaceId: principal.workspace_id, signal }
}
