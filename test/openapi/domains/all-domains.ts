import type { DomainRequests } from './domain-requests.ts'
import { exportRequests } from './export.ts'
import { mlRequests } from './ml.ts'
import { mlflowRequests } from './mlflow.ts'
import { researchRequests } from './research.ts'

const domains = [exportRequests, mlRequests, mlflowRequests, researchRequests]

export const domainRequests: DomainRequests = {
  records: Object.assign({}, ...domains.map(({ records }) => records)),
  fitting: Object.assign({}, ...domains.map(({ fitting }) => fitting)),
  costly: domains.flatMap(({ costly }) => costly),
  neverFine: Object.assign({}, ...domains.map(({ neverFine }) => neverFine)),
}
