type Meanings = Readonly<Record<string, string>>

const events: Meanings = {
  one: 'One event that fits.',
  all: 'An event for each of the filters.',
  any: 'One event that fits one of the filters; with `until`, all of them. `[]` takes every event.',
  until: 'An expression on the events so far, or another strategy: when the waiting ends.',
}
const eventFilter: Meanings = {
  with: 'Attributes of the event: a literal, a regular expression over all of it, or an expression on its value.',
  correlate:
    'Values that the events have in common, by name: `from` reads one of an event, `expect` gives it beforehand.',
}

function below(prefix: string, fields: Meanings): Meanings {
  return Object.fromEntries(Object.entries(fields).map(([name, meaning]) => [`${prefix}.${name}`, meaning]))
}

const eventFields = (prefix: string): Meanings => ({
  ...below(prefix, events),
  ...below(`${prefix}.one`, eventFilter),
  ...below(`${prefix}.all[]`, eventFilter),
  ...below(`${prefix}.any[]`, eventFilter),
})

const data = (prefix: string, what: string): Meanings => ({
  [`${prefix}.schema`]: `A JSON Schema that ${what} has to fit.`,
  [`${prefix}.schema.format`]: '`json`.',
  [`${prefix}.schema.document`]: 'The schema itself.',
})

/** What the fields of a playbook mean, by the kind of task or call they stand in; the file itself is `''`. */
const meanings: Readonly<Record<string, Meanings>> = {
  '': {
    document: 'What the playbook is.',
    'document.dsl': 'The version of the standard, `1.0.0` to `1.0.3`.',
    'document.namespace': 'A group of playbooks, such as a team.',
    'document.name': 'The name by which it is started.',
    'document.version': 'Three numbers in quotes. A version that is stored never changes.',
    'document.title': 'For people.',
    'document.summary': 'For people, in a sentence or two.',
    'document.tags': 'Words to find it by, each with a value.',
    'document.metadata':
      'Settings of svc: `timezone`, `token_budget`, `max_active_runs`, `on_crash`, and `tool: true`, which makes it a tool.',
    input: 'What a start takes.',
    ...data('input', 'the input'),
    'input.from': 'An expression that changes the input before the first task.',
    use: 'What tasks refer to by name.',
    'use.authentications': 'Credentials for endpoints: `basic`, `bearer`, or `use` with the name of a secret.',
    'use.errors': 'Errors that `raise` names.',
    'use.functions': 'Calls that tasks make by name.',
    'use.retries': 'Policies that `catch.retry` names.',
    'use.secrets': 'The secrets that the playbook may read as `$secrets.NAME`.',
    'use.timeouts': 'Time limits that `timeout` names.',
    schedule: 'When it is started by itself.',
    'schedule.cron': 'Five fields, in the time zone of `document.metadata.timezone`.',
    'schedule.every': 'A duration of at least a minute.',
    'schedule.after': 'A duration from the end of the run before.',
    'schedule.on': 'The events that start a run.',
    ...eventFields('schedule.on'),
    do: 'The tasks, in their order.',
    timeout: 'How long a run may take: `{after: PT1H}`, or the name of one in `use.timeouts`.',
    output: 'What a run gives.',
    ...data('output', 'the output'),
    'output.as': 'An expression that changes the output of the last task.',
    evaluate: 'How expressions are read.',
    'evaluate.language': '`jq`, the only one.',
    'evaluate.mode': '`strict`: an expression stands in `${ }`. `loose`: it may stand alone.',
  },
  do: { do: 'A list of tasks.' },
  set: { set: 'The value that the task gives: an object, or an expression.' },
  switch: {
    switch: 'Cases in their order; the first whose `when` is true decides by its `then` where the run goes on.',
  },
  for: {
    for: 'What is gone through.',
    'for.each': 'The name of the item in expressions; `item` unless you say otherwise.',
    'for.in': 'An expression that gives the list.',
    'for.at': 'The name of its index; `index` unless you say otherwise.',
    while: 'An expression; the loop ends when it is false.',
    do: 'The tasks for each item.',
  },
  fork: {
    fork: 'Branches that run beside each other.',
    'fork.branches': 'The branches, each a task.',
    'fork.compete': '`true`: the output is that of the first branch that ends.',
  },
  try: {
    try: 'The tasks that may fail.',
    catch: 'What happens to an error.',
    'catch.errors': 'Which errors are caught; all without it.',
    'catch.errors.with': 'What they have to have.',
    'catch.errors.with.type': 'The type, whole or as its last word.',
    'catch.errors.with.status': 'The status, such as 503.',
    'catch.errors.with.instance': 'The place of the task that failed.',
    'catch.errors.with.title': 'The title.',
    'catch.errors.with.detail': 'The detail.',
    'catch.as': 'The name of the error in expressions; `error` unless you say otherwise.',
    'catch.when': 'An expression: caught when it is true.',
    'catch.exceptWhen': 'An expression: not caught when it is true.',
    'catch.retry':
      'Tries again: `delay`, `backoff`, `limit`, `jitter`, `when`, `exceptWhen`, or the name of one in `use.retries`.',
    'catch.do': 'Tasks that run once nothing is tried again.',
  },
  raise: {
    raise: 'Faults here.',
    'raise.error': 'The error: `type`, `status`, `title`, `detail`, or the name of one in `use.errors`.',
  },
  wait: { wait: 'A duration, such as `PT15M` or `{minutes: 15}`.' },
  emit: {
    emit: 'Writes an event.',
    'emit.event': 'The event.',
    'emit.event.with': 'Its attributes: `source`, `type` and others of a CloudEvent, and `data`.',
    'emit.event.with.source': 'Where it comes from, as a URI.',
    'emit.event.with.type': "What happened, with a dot, and none of svc's own.",
  },
  listen: {
    listen: 'Waits for events.',
    'listen.to': 'Which ones.',
    ...eventFields('listen.to'),
    'listen.read': '`data` gives what the events carry, `envelope` gives them whole.',
  },
  run: {
    run: 'Starts another playbook, as a run of its own.',
    'run.workflow': 'Which one.',
    'run.workflow.namespace': 'Its namespace.',
    'run.workflow.name': 'Its name.',
    'run.workflow.version': 'Its version, or `latest`.',
    'run.workflow.input': 'What it is started with.',
    'run.await': '`false`: the task does not wait for its end.',
  },
  call: { call: 'What is called: one of those below, or a name in `use.functions`.', with: 'Its arguments.' },
  'call http': {
    method: 'Such as GET or POST.',
    endpoint: 'The address, or `uri` and `authentication`.',
    headers: 'Headers by their names.',
    query: 'Parameters of the address by their names.',
    body: 'What is sent, as JSON.',
    output: '`content` gives the body, `response` the status and headers too, `raw` the body as base64.',
    redirect: '`true`: redirects are followed. Without it a redirect is an error.',
  },
  'call agent': {
    prompt: 'The question.',
    system: 'Instructions that the model gets before it.',
    model: 'The model; the default of the workspace without it.',
    tools: 'The tools that it may call.',
    session_id: 'A conversation: the question is a turn of it.',
    schema: 'A JSON Schema of the answer, which then is in `data`.',
    max_steps: 'Answers of the model within the task; 16 unless you say otherwise.',
    max_tokens: 'Tokens of one answer.',
    temperature: 'As the model takes it.',
  },
  'call tool': { name: 'The tool.', arguments: 'What it is called with.' },
  'call app': { name: 'The agent app.', inputs: 'What it is run with.' },
  'call memory.search': {
    query: 'The question.',
    top_k: 'How many results at most.',
    tags: 'Documents that have all of them.',
    source: 'Documents of this source.',
    mode: '`hybrid`, `keyword` or `semantic`.',
  },
  'call approval': {
    title: 'What people are asked.',
    body: 'More of it, as Markdown.',
    data: 'What they see beside it.',
    form: 'A JSON Schema of what they fill in.',
    assignees: 'Who may decide: names, or `role:admin`. Any member without it.',
    approvals: 'How many different people have to approve.',
    exclude_starter: '`true`: not the person who started the run.',
    expires_in: 'A duration; seven days unless you say otherwise.',
    on_denied: 'What a denial does to the run.',
    on_expired: 'What happens when nobody decides in time.',
  },
  'call sql': {
    sql: 'The statement.',
    params: 'The values of its `?`.',
    limit: 'Rows at most.',
    timeout_ms: 'How long it may take.',
  },
}

/** @throws Error for a field that nobody explained */
export function meaningOfPlaybookField(of: string, path: string): string {
  const meaning = meanings[of]?.[path]
  if (meaning === undefined)
    throw new Error(
      `Say in scripts/generate/manual/playbook-fields.ts what the field ${path} of ${of || 'a playbook'} means.`,
    )
  return meaning
}
