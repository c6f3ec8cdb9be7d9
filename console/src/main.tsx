import '@fontsource-variable/inter/wght.css'
import './app/global.css'
import { RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './app/i18n.ts'
import { onMissingChunk } from './app/new-build.ts'
import { Providers } from './app/providers.tsx'
import { queryClient } from './app/query-client.ts'
import { preloadPage, router } from './app/router.tsx'
import { addNonceToStyles } from './app/style-nonce.ts'
import { saveLanguage } from './lib/account-language.ts'
import { onStatusElsewhere, statusQuery } from './lib/queries.ts'
import { onSessionElsewhere, onSessionExpired } from './lib/session.ts'

const forgetAccount = () => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })

onSessionExpired(() => {
  forgetAccount()
  void router.navigate({ to: '/login', search: { expired: true, next: router.state.location.href } })
})

// The guards check the page again; its data no longer belongs to this account.
onSessionElsewhere((isAnother) => {
  // Shown data and input belong to the previous account, and would be sent as the new one.
  if (isAnother) return location.reload()
  forgetAccount()
  void router.invalidate()
})

// Keeps footer, menus and modes equal in all tabs.
onStatusElsewhere((status) => queryClient.setQueryData(statusQuery.queryKey, status))

onMissingChunk()
addNonceToStyles(document)

// Requested in parallel: the data of the guards, the code of the page, and the texts.
void queryClient.prefetchQuery(statusQuery)
preloadPage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startI18n()
i18next.on('languageChanged', saveLanguage)
// The server writes some texts in the language of the request.
i18next.on('languageChanged', () => queryClient.invalidateQueries())
createRoot(root).render(
  <StrictMode>
    <Suspense fallback={null}>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </Suspense>
  </StrictMode>,
)
