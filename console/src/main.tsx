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
  // What is shown and typed is of one account, and would be sent in the name of the other.
  if (isAnother) return location.reload()
  forgetAccount()
  void router.invalidate()
})

// Footer, menus and modes are the same in all tabs, whichever asked last.
onStatusElsewhere((status) => queryClient.setQueryData(statusQuery.queryKey, status))

onMissingChunk()
addNonceToStyles(document)

// On their way together: what the guards ask for, the page's code, and the texts.
void queryClient.prefetchQuery(statusQuery)
preloadPage()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startI18n()
i18next.on('languageChanged', saveLanguage)
// Some sentences are written by the server, in the language that was asked for.
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
