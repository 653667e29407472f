import { describeQueryEngine } from './query-host.ts'

describeQueryEngine('duckdb')
