import type { TextLanguage } from '@sluice/contract/messages/languages'
import { roles } from '@sluice/contract/roles'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react/pure'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { consolePageRouter } from '../src/app/console-page-router.tsx'
import { Library } from '../src/app/library.tsx'
import { Providers } from '../src/app/providers.tsx'
import { queryClient } from '../src/app/query-client.ts'
import { PageRouterProvider } from '../src/lib/page-router.tsx'
import { endSession, startSession } from '../src/lib/session.ts'
import { type Answers, type FakeApi, fakeApi } from './fake-api.ts'
import { siteStatus } from './site-status.ts'

// A failure names what was not found and the text of the page, instead of its whole markup.
configure({
  asyncUtilTimeout: 30_000,
  // Nothing is hidden by a style sheet here, and looking for it takes most of the time of a query.
  defaultHidden: true,
  defaultIgnore: '',
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\n${document.body.textContent}`),
})

interface VisitOptions {
  answers?: Answers
  language?: TextLanguage
  role?: keyof typeof roles
  /** The address of the component, with its query. Other addresses show their path alone. */
  at?: string
}

export interface Visit {
  user: UserEvent
  api: FakeApi
  /** The current address. */
  address(): string
  /** Goes to an address, as a link does. */
  go(address: string): void
  /** The browser's back button. */
  back(): void
}

/** The API of the current test. */
let current: FakeApi | null = null

/** Shows `ui` as the console would: with its providers, a router, a session, and the answers of a server. */
export async function visit(ui: ReactNode, options: VisitOptions = {}): Promise<Visit> {
  const { answers = {}, language = 'en', role = 'root', at = '/here' } = options
  const api = fakeApi({ 'GET /api/status': () => ({ data: siteStatus }), ...answers })
  current = api
  await i18next.changeLanguage(language)
  if (role !== 'guest') {
    const account = { id: 1, username: role, display_name: role, status: 1, group: 'default' } as const
    startSession({ ...account, role: roles[role] })
  }
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = buildRouter(ui, at, history)
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: null })
  // Without layout the styles of the components are not needed.
  await act(async () => {
    render(
      <ConfigProvider theme={{ token: { motion: false }, zeroRuntime: true }} wave={{ disabled: true }}>
        <Providers>
          <Library isToastArea>
            <PageRouterProvider value={consolePageRouter}>
              <RouterProvider router={router} />
            </PageRouterProvider>
          </Library>
        </Providers>
      </ConfigProvider>,
    )
    await router.load()
  })
  return {
    user,
    api,
    address: () => history.location.href,
    go: (address) => history.push(address),
    back: () => history.back(),
  }
}

function buildRouter(ui: ReactNode, at: string, history: ReturnType<typeof createMemoryHistory>) {
  const rootRoute = createRootRoute()
  const here = createRoute({
    getParentRoute: () => rootRoute,
    path: new URL(at, location.href).pathname,
    component: () => ui,
  })
  const elsewhere = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => <p>another page</p>,
  })
  // Values of the query stay text, as in the console.
  const parseSearch = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text))
  return createRouter({
    routeTree: rootRoute.addChildren([here, elsewhere]),
    history,
    parseSearch,
    stringifySearch: (search) => {
      const text = new URLSearchParams(search).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

/** Requests of the console go to the API of the current test. */
globalThis.fetch = Object.assign(
  (url: string | URL | Request, init?: RequestInit) => {
    if (current === null) throw new Error(`a request after the test: ${url}`)
    return current.fetch(String(url), init)
  },
  { preconnect() {} },
)

/** Ends a test: removes everything that it left, and fails it if a call had no answer. */
export function cleanUp(): void {
  cleanup()
  const faults = current?.faults ?? []
  current = null
  queryClient.clear()
  endSession()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/**
 * Waits until `find` finds nothing. `expect(element).toBeNull()` would write out the whole document at each attempt,
 * which takes seconds.
 */
export const waitUntilGone = (find: () => Element | null): Promise<void> =>
  waitFor(() => {
    const found = find()
    if (found !== null) throw new Error(`still there: ${found.textContent}`)
  })

/** Waits until a field has this value. */
export const waitForValue = (find: () => HTMLElement, value: string): Promise<void> =>
  waitFor(() => {
    const found = (find() as HTMLInputElement).value
    if (found !== value) throw new Error(`the field has ${found} instead of ${value}`)
  })

// Without the hooks of the whole package, which would run in addition to `cleanUp`.
export { act, fireEvent, screen, waitFor, within }
