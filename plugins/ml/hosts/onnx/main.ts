import { serveParent } from '@svc/plugin/child'
import { OnnxSession } from './onnx-session.ts'

const session = new OnnxSession()

serveParent({ methods: session.methods() })
