import { serveJson } from '@svc/plugin/library/checked-json'

serveJson()
