import '@fontsource-variable/inter'
import '@mantine/core/styles.css'
import './theme/tokens.css'
import './theme/mantine.css'
import './theme/base.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchNetwork } from './live/online.ts'
import { queries } from './live/query-client.ts'
import { router } from './routes.tsx'
import { keepFocus } from './shell/keys/keep-focus.ts'
import { cssVariables, theme } from './theme/mantine-theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)
keepFocus()
watchNetwork()
const themes = localStorageColorSchemeManager({ key: 'svc-theme' })

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={themes}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
