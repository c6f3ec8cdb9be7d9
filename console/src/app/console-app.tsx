import { RouterProvider } from '@tanstack/react-router'
import { PageRouterProvider } from '../lib/page-router.tsx'
import { onSessionExpired } from '../lib/session.ts'
import { consolePageRouter } from './console-page-router.tsx'
import { tellOfAccount } from './other-account.ts'
import { forgetAccount } from './query-client.ts'
import { preloadFrame, preloadPage, router } from './router.tsx'

const App = () => (
  <PageRouterProvider value={consolePageRouter}>
    <RouterProvider router={router} />
  </PageRouterProvider>
)

/** Begins to load the page of the address bar. `isAwaited`: resolves when it can be drawn. */
async function start({ isAwaited }: { isAwaited: boolean }): Promise<void> {
  onSessionExpired(() => {
    forgetAccount()
    void router.navigate({ to: '/login', search: { expired: true, next: router.state.location.href } })
  })
  preloadPage()
  tellOfAccount()
  if (isAwaited) await router.load()
}

/** The session began or ended in another tab: the guards check the page again. */
const checkAgain = (): void => void router.invalidate()

/** The console: all pages, with its router. `preloadFrame` loads what surrounds the pages of accounts. */
export const consoleApp = { App, start, checkAgain, preloadFrame }
