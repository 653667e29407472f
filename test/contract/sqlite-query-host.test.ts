import { describeQueryEngine } from './query-host.ts'

describeQueryEngine('sqlite')
