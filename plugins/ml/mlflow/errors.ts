import type { ForeignProblem, PublicProblem } from '@svc/plugin'

interface MlflowError {
  status: number
  code: string
}

const byCode: Readonly<Record<string, MlflowError>> = {
  already_exists: { status: 400, code: 'RESOURCE_ALREADY_EXISTS' },
  param_changed: { status: 400, code: 'INVALID_PARAMETER_VALUE' },
}
const byStatus: Readonly<Record<number, MlflowError>> = {
  400: { status: 400, code: 'INVALID_PARAMETER_VALUE' },
  401: { status: 401, code: 'UNAUTHENTICATED' },
  403: { status: 403, code: 'PERMISSION_DENIED' },
  404: { status: 404, code: 'RESOURCE_DOES_NOT_EXIST' },
  409: { status: 400, code: 'INVALID_STATE' },
  412: { status: 412, code: 'INVALID_PARAMETER_VALUE' },
  413: { status: 413, code: 'INVALID_PARAMETER_VALUE' },
  415: { status: 400, code: 'INVALID_PARAMETER_VALUE' },
  416: { status: 416, code: 'INVALID_PARAMETER_VALUE' },
  422: { status: 400, code: 'INVALID_PARAMETER_VALUE' },
  429: { status: 429, code: 'REQUEST_LIMIT_EXCEEDED' },
  503: { status: 503, code: 'TEMPORARILY_UNAVAILABLE' },
  504: { status: 503, code: 'TEMPORARILY_UNAVAILABLE' },
  507: { status: 400, code: 'RESOURCE_LIMIT_EXCEEDED' },
}

/** Every error of this face in MLflow's form. A state that cannot be changed is no 500 here: its client would try that again. */
export function mlflowProblem(problem: PublicProblem): ForeignProblem {
  const known = byCode[problem.code] ?? byStatus[problem.status]
  const { status, code } = known ?? { status: problem.status, code: 'INTERNAL_ERROR' }
  return { status, body: { error_code: code, message: problem.detail } }
}

const asked = /^There is no route [A-Z]+ \S*?\/api\/[23]\.0\/mlflow(?:-artifacts)?\/([\w-]*)/
/** What MLflow has and this server does not. */
const absent: Readonly<Record<string, string>> = {
  traces: 'traces',
  assessments: 'assessments',
  scorers: 'scorers',
  datasets: 'evaluation datasets',
  prompts: 'prompts',
  webhooks: 'webhooks',
  gateway: 'the AI gateway',
  graphql: 'GraphQL',
  mpd: 'downloads of artifacts in parts',
}
/** A client that was told to send large artifacts in parts sends them whole where the message begins with just these words. */
const noParts = 'Multipart upload is not supported for the current artifact repository'

/** At paths that are none of the routes: what is not served says so at once, so that a client does not try again. */
export function unknownPathProblem(problem: PublicProblem): ForeignProblem | null {
  const [, part] = asked.exec(problem.detail) ?? []
  if (part === undefined) return null
  if (part === 'mpu') return { status: 501, body: { error_code: 'NOT_IMPLEMENTED', message: noParts } }
  const what = Object.hasOwn(absent, part) ? absent[part] : undefined
  if (what === undefined) return { status: 404, body: { error_code: 'ENDPOINT_NOT_FOUND', message: problem.detail } }
  const message = `This server does not serve ${what} of MLflow.`
  return { status: 501, body: { error_code: 'NOT_IMPLEMENTED', message } }
}
