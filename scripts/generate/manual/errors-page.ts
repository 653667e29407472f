import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageText, table } from './page.ts'

const head = `Every error of the API has a \`code\` for machines and a \`detail\` for people ([the whole form](api.md)). Below 500 the
request is at fault: change it before you send it again. From 500 on, and with 429, the same request may succeed later; wait as long as
\`Retry-After\` says.`

/** Statuses of the classes that take a code. */
const statusOf: Readonly<Record<string, number>> = { ForbiddenError: 403, ConflictError: 409, UnprocessableError: 422 }
/** Refused for a budget rather than for their number. */
const ofBudget =
  /class \w+ extends RateLimitedError \{\s*override readonly code: string = '([a-z_]+)'|exceeded\('([a-z_]+)'/g
const withCode =
  /new (?:(ForbiddenError|ConflictError|UnprocessableError)\(|(?:SvcError|CallerError|WorldError)\(\s*(\d{3}),)\s*'([a-z][a-z_]+)',\s*(?:'([^'\n]*)'|`([^`]*)`|"([^"\n]*)")?/g
const ofClass = /class \w+ extends (?:CallerError|WorldError) \{[^}]*?super\((\d{3}), '([a-z_]+)'/g

/** What the codes mean that many parts of svc answer. */
const general: Readonly<Record<string, string>> = {
  agent_app_failed: 'The agent app failed. `run_id` names its run, which has the error and the log.',
  analyses_full: 'The workspace has as many analyses as it may. Delete some.',
  approval_required: 'A person has to approve this call first.',
  dataset_altered: 'The version of the dataset has other bytes than when it was cited.',
  embedder_failed: 'The embedder cannot be used; the sentence says why.',
  evidence_invalid: 'A piece of evidence is not what its type says.',
  export_limit: 'The document has more records, pages or bytes than an export may.',
  home_mismatch: 'The home keeps its users elsewhere than the configuration says.',
  import_failed: 'The file cannot be imported; the sentence says what is wrong with it.',
  lint_failed: 'The report has mistakes; `errors` names each with its line.',
  memory_full: 'The memory of the workspace has as many documents as it may.',
  memory_restates: 'The memory says this already. `restates` names the document.',
  model_offline: '`svc/offline` cannot do this. Connect a model.',
  not_empty: 'The database that you move to has records already.',
  playbook_invalid: 'The playbook has mistakes; `errors` names each with its line.',
  previous_response_not_found: 'There is no response with this id.',
  quote_ambiguous: 'The quote stands in the source more than once. Quote more of it.',
  quote_not_found: 'The quote does not stand in the source.',
  receipt_invalid: 'The receipt is not one of this workspace, or was altered.',
  references_invalid: 'The references have mistakes; `errors` names each with its line.',
  required_by: 'Another plugin needs this one. Switch that one off first.',
  set_by_configuration: 'The configuration sets this, so it cannot be changed here.',
  style_invalid: 'The citation style is no valid CSL.',
  token_budget_exceeded: 'The key has used its tokens of the day or the month. `resets_at` says when it may ask again.',
  tokens_exceeded: 'The run of an agent app has used its tokens (`limits.tokens`).',
  tool_failed: 'The tool failed; the sentence is its own.',
  unsupported_media_type: 'The `Content-Type` or `Content-Encoding` is not one that this route takes.',
  url_blocked: 'The server does not call this address. `SVC_EGRESS_ALLOW` names exceptions.',
  value_differs: 'A figure of the claim is not what its source has now.',

  already_exists: 'Something of this name is there already.',
  conflict: 'It does not go with how things stand now; the sentence says what stands in the way.',
  forbidden: 'You, or your key, may not do this.',
  internal_error: 'A mistake of svc. The log has it under the `request_id` of the answer.',
  not_found: 'There is no such record in this workspace, or no such route.',
  payload_too_large: 'The body, a file or a quota is too large; the sentence says which.',
  precondition_failed: 'Somebody changed it meanwhile. Read it again, then send your change with the new `ETag`.',
  rate_limited: 'Too many requests. Wait as long as `Retry-After` says.',
  storage_full: 'The disk of the server is full.',
  timeout: 'It took too long.',
  unauthenticated: 'No session and no valid key. Sign in, or send `Authorization: Bearer svc_…`.',
  unavailable: 'This part of svc cannot serve at the moment.',
  unprocessable: 'The request is well formed, and cannot be carried out; the sentence says why.',
  upstream_error: 'Another server, such as that of a model, did not answer as it should.',
  validation_error: 'The request does not fit its schema. `errors` names each place.',
}

/** The manual's page of error codes, from the sources that raise them. */
export async function errorsPage(root: string): Promise<string> {
  const files = globSync(['kernel/**/*.ts', 'plugins/**/*.ts', 'sdk/plugin/src/**/*.ts'], { cwd: root })
    .filter(path => !/\.test\.ts$|\/(generated|hosts|testing|fixtures)\//.test(path))
    .toSorted()
  const codes = new Map<string, { status: number; sentence: string }>([
    ['internal_error', { status: 500, sentence: '' }],
  ])
  for (const path of files) {
    const source = await readFile(join(root, path), 'utf8')
    for (const [, status, code = ''] of source.matchAll(ofClass))
      codes.set(code, { status: Number(status), sentence: '' })
    for (const [, ofClass, ofCall] of source.matchAll(ofBudget))
      codes.set(ofClass ?? ofCall ?? '', { status: 429, sentence: '' })
    for (const [, name = '', status, code = '', ...texts] of source.matchAll(withCode)) {
      const sentence = texts.find(text => text !== undefined) ?? ''
      if (!codes.get(code)?.sentence)
        codes.set(code, { status: statusOf[name] ?? Number(status), sentence: plain(sentence) })
    }
  }
  const rows = [...codes]
    .toSorted(([a, x], [b, y]) => x.status - y.status || (a < b ? -1 : 1))
    .map(([code, { status, sentence }]) => [`\`${code}\``, String(status), general[code] ?? sentence])
  return pageText({
    title: 'Error codes',
    source: 'the sources that raise the errors',
    head,
    sections: [{ heading: 'Codes', text: table(['code', 'status', 'what it says'], rows) }],
  })
}

/** A template without its expressions. */
function plain(text: string): string {
  return text.replaceAll(/\$\{[^}]*\}/g, '…')
}
