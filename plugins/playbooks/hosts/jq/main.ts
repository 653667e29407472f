import { serveParent } from '@svc/plugin/child'
import { evaluate } from './evaluate.ts'
import type { Evaluation } from './evaluate.ts'

serveParent({ methods: { evaluate: params => evaluate(params as Evaluation) } })
