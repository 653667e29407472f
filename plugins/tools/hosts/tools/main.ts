import { serveParent } from '@svc/plugin/child'
import type { RpcMethod } from '@svc/plugin/child'
import type { JsonValue } from '@svc/plugin'
import { calculate } from './calculate.ts'
import { reckonDate } from './reckon-date.ts'
import { queryJson } from './query-json.ts'
import { diffTexts } from './diff-texts.ts'
import { answering } from './tool-failure.ts'

// The parameters were checked against the tools' schemas by the server, which kills this process when an answer takes too long.
const method =
  <Input>(compute: (input: Input) => JsonValue | Promise<JsonValue>): RpcMethod =>
  params =>
    answering(() => compute(params as Input))

serveParent({
  methods: {
    calculator: method(calculate),
    datetime: method(reckonDate),
    json_query: method(queryJson),
    text_diff: method(diffTexts),
  },
})
