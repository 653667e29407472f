/** In the home's own file; looked up anew in the workspaces' files where they are missing. */
export const derivedKernelTables = ['kernel_content_moves', 'kernel_live_workspaces', 'kernel_workspace_marks'] as const
