export { createWorkspaceMarks } from './create-workspace-marks.ts'
