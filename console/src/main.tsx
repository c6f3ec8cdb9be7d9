import '@fontsource-variable/inter/wght.css'
import './app/global.css'
import 'virtual:theme-variables.css'
import { isLanguage } from '@sluice/contract/messages/languages'
import { RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from './app/i18n.ts'
import { onMissingChunk } from './app/new-build.ts'
import { Providers } from './app/providers.tsx'
import { queryClient } from './app/query-client.ts'
import { preloadPage, router } from './app/router.tsx'
import { isViewing } from './lib/account-view.ts'
import { api } from './lib/api.ts'
import { onStatusElsewhere, statusQuery } from './lib/queries.ts'
import { onSessionElsewhere, onSessionExpired, sessionUser } from './lib/session.ts'

const ViewEnd = lazy(async () => ({ default: (await import('./app/shell/view-end.tsx')).ViewEnd }))

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
const viewFailure = isViewing ? await (await import('./app/shell/start-view.ts')).startView() : null
i18next.on('languageChanged', saveLanguage)
// The server writes some texts in the language of the request.
i18next.on('languageChanged', () => queryClient.invalidateQueries())
createRoot(root).render(
  <StrictMode>
    <Suspense fallback={null}>
      <Providers>
        {viewFailure === null ? <RouterProvider router={router} /> : <ViewEnd failure={viewFailure} />}
      </Providers>
    </Suspense>
  </StrictMode>,
)

/**
 * Adds the nonce of the page to the style elements that scripts create, as the content security policy requires. The
 * component library passes a nonce in most places, but not for the scroll lock behind a dialog and for the empty style
 * elements in the SVG of icons. Injected markup gets no nonce: the parser creates its elements without these methods.
 */
function addNonceToStyles(page: Document): void {
  const nonce = page.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  if (!nonce) return
  const withNonce = <T extends Element>(element: T): T => {
    if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = nonce
    return element
  }
  const create = page.createElement.bind(page)
  const createIn = page.createElementNS.bind(page)
  Object.assign(page, {
    createElement: (name: string, options?: ElementCreationOptions) => withNonce(create(name, options)),
    createElementNS: (space: string | null, name: string, options?: string | ElementCreationOptions) =>
      withNonce(createIn(space, name, options)),
  })
}

/** Sets the language of mails and notices to the account. */
function saveLanguage(chosen: string): void {
  if (sessionUser() === null || isViewing) return
  // If this fails, the console still changes its language, and the next switch tries again.
  api('PUT /api/user/setting', { body: { language: isLanguage(chosen) ? chosen : 'en' } }).catch(() => undefined)
}
