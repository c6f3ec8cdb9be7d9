import '@fontsource-variable/inter/wght.css'
import './app/global.css'
import 'virtual:theme-variables.css'
import { isLanguage } from '@sluice/contract/messages/languages'
import i18next from 'i18next'
import { lazy, type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { GuestApp } from './app/guest-app.tsx'
import { guardGuest, isForAccounts } from './app/guest-guard.ts'
import { createGuestRouter } from './app/guest-router.ts'
import { startI18n } from './app/i18n.ts'
import { onMissingChunk } from './app/new-build.ts'
import { LoginPage, type OpenPage, openPages } from './app/open-pages.tsx'
import { reloadForAccount } from './app/other-account.ts'
import { Providers } from './app/providers.tsx'
import { forgetAccount, queryClient } from './app/query-client.ts'
import { SignedInMenu } from './app/shell/account-menu.tsx'
import { isViewing } from './lib/account-view.ts'
import { api } from './lib/api.ts'
import { onStatusElsewhere, statusQuery } from './lib/queries.ts'
import { onSessionElsewhere, sessionUser } from './lib/session.ts'

const ViewEnd = lazy(async () => ({ default: (await import('./app/shell/view-end.tsx')).ViewEnd }))

const guests = createGuestRouter<OpenPage>({
  pages: openPages,
  guard: guardGuest,
  showConsole: () => showConsole({ isFirst: false }),
  preloadOther: (pathname) => (isForAccounts(pathname) ? LoginPage.preload() : loadConsole()),
})

/** Loads the console with the router of all its pages, which guests do without. */
async function loadConsole() {
  const menu = SignedInMenu.preload()
  const { consoleApp } = await import('./app/console-app.tsx')
  await menu
  return consoleApp
}
let shownConsole: Awaited<ReturnType<typeof loadConsole>> | null = null

async function showConsole({ isFirst }: { isFirst: boolean }): Promise<void> {
  const loaded = shownConsole ?? (await loadConsole())
  if (shownConsole !== null) return
  shownConsole = loaded
  await loaded.start({ isAwaited: !isFirst })
  render(<loaded.App />)
}

onSessionElsewhere((isAnother) => {
  // Shown data and input belong to the previous account, and would be sent as the new one.
  if (isAnother) return reloadForAccount()
  // The guards check the page again; its data no longer belongs to this account.
  forgetAccount()
  if (shownConsole !== null) shownConsole.checkAgain()
  else if (sessionUser() !== null) void guests.leave()
})

// Keeps footer, menus and modes equal in all tabs.
onStatusElsewhere((status) => queryClient.setQueryData(statusQuery.queryKey, status))

onMissingChunk()
addNonceToStyles(document)

const isGuest = sessionUser() === null && !isViewing

// Requested in parallel: the data of the guards, the code of the page, and the texts.
void queryClient.prefetchQuery(statusQuery)
if (isGuest) {
  guests.preload({})
  addEventListener('input', preloadAtLogin)
} else void loadConsole()

/** Someone who enters a name or a password is about to need the console. */
function preloadAtLogin({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !/^(username|current-password|new-password)/.test(target.autocomplete))
    return
  removeEventListener('input', preloadAtLogin)
  // A failure shows when the console is opened.
  loadConsole()
    .then(({ preloadFrame }) => preloadFrame())
    .catch(() => undefined)
}

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const render = (shown: ReactNode): void =>
  root.render(
    <StrictMode>
      <Suspense fallback={null}>
        <Providers>{shown}</Providers>
      </Suspense>
    </StrictMode>,
  )

await startI18n()
i18next.on('languageChanged', saveLanguage)
// The server writes some texts in the language of the request.
i18next.on('languageChanged', () => queryClient.invalidateQueries())
const viewFailure = isViewing ? await (await import('./app/shell/start-view.ts')).startView() : null
if (viewFailure !== null) render(<ViewEnd failure={viewFailure} />)
else if (!isGuest) await showConsole({ isFirst: true })
else {
  await guests.start()
  if (shownConsole === null) render(<GuestApp router={guests} />)
}

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
