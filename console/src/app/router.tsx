import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { guardAdmin, guardGuest, guardLogin, guardPricing, guardSetting, guardSetup } from './guards.ts'
import type { Language } from './i18n.ts'
import { lazyPage } from './new-build.ts'
import { queryClient } from './query-client.ts'
import { ErrorPage, PageError } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { BareFrame, PublicFrame, RootFrame } from './shell/shell.tsx'

type Search = Record<string, unknown>
/** Each page reads its own part of the query with useUrlState; the router keeps all of it. */
const validateSearch = (search: Search): Search => search

/** The shell looks through the settings without importing the page. */
const loadSettings = async (language: Language) =>
  (await import('../pages/settings/settings-list.ts')).loadSettingsList(language)

interface RouterContext {
  queryClient: QueryClient
  loadSettings: typeof loadSettings
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch,
  beforeLoad: ({ context, location }) => guardSetup(context.queryClient, location.pathname),
  component: RootFrame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})
/** Fetched beside the page that stands in it; the login goes without. */
const loadConsoleFrame = () => import('./shell/console-frame.tsx')

const publicRoute = createRoute({ id: 'public', getParentRoute: () => rootRoute, component: PublicFrame })
const consoleRoute = createRoute({
  id: 'console',
  getParentRoute: () => rootRoute,
  beforeLoad: guardLogin,
  component: lazyPage(loadConsoleFrame, 'ConsoleFrame'),
})
const openRoute = createRoute({
  id: 'open',
  getParentRoute: () => rootRoute,
  component: lazyPage(loadConsoleFrame, 'OpenFrame'),
})
const toolRoute = createRoute({
  id: 'tool',
  getParentRoute: () => rootRoute,
  beforeLoad: guardLogin,
  component: lazyPage(loadConsoleFrame, 'ToolFrame'),
})
const bareRoute = createRoute({ id: 'bare', getParentRoute: () => rootRoute, component: BareFrame })
const inTool = { getParentRoute: () => toolRoute }
const inBare = { getParentRoute: () => bareRoute }
const inOpen = { getParentRoute: () => openRoute }
const inPublic = { getParentRoute: () => publicRoute }
const inConsole = { getParentRoute: () => consoleRoute }

// biome-ignore format: one line a page.
const publicPages = [
  createRoute({ ...inPublic, path: '/', component: lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage') }),
  createRoute({ ...inPublic, path: '/setup', component: lazyPage(() => import('../pages/setup/setup-page.tsx'), 'SetupPage') }),
  createRoute({ ...inPublic, path: '/login', beforeLoad: guardGuest, component: lazyPage(() => import('../pages/account/login/login-page.tsx'), 'LoginPage') }),
  createRoute({ ...inPublic, path: '/register', beforeLoad: guardGuest, component: lazyPage(() => import('../pages/account/register/register-page.tsx'), 'RegisterPage') }),
  createRoute({ ...inPublic, path: '/reset', component: lazyPage(() => import('../pages/account/reset/reset-page.tsx'), 'ResetPage') }),
  createRoute({ ...inPublic, path: '/user/reset', component: lazyPage(() => import('../pages/account/reset/reset-confirm-page.tsx'), 'ResetConfirmPage') }),
  createRoute({ ...inPublic, path: '/oauth/github', component: lazyPage(() => import('../pages/account/oauth/oauth-page.tsx'), 'GitHubPage') }),
  createRoute({ ...inPublic, path: '/oauth/oidc', component: lazyPage(() => import('../pages/account/oauth/oauth-page.tsx'), 'OidcPage') }),
  createRoute({ ...inPublic, path: '/oauth/linuxdo', component: lazyPage(() => import('../pages/account/oauth/oauth-page.tsx'), 'LinuxDoPage') }),
  createRoute({ ...inPublic, path: '/oauth/telegram', component: lazyPage(() => import('../pages/account/oauth/oauth-page.tsx'), 'TelegramPage') }),
] as const

// biome-ignore format: one line a page.
const openPages = [
  createRoute({ ...inOpen, path: '/pricing', beforeLoad: guardPricing, component: lazyPage(() => import('../pages/pricing/pricing-page.tsx'), 'PricingPage') }),
  createRoute({ ...inOpen, path: '/about', component: lazyPage(() => import('../pages/about/about-page.tsx'), 'AboutPage') }),
  createRoute({ ...inOpen, path: '/user-agreement', component: lazyPage(() => import('../pages/about/legal-page.tsx'), 'AgreementPage') }),
  createRoute({ ...inOpen, path: '/privacy-policy', component: lazyPage(() => import('../pages/about/legal-page.tsx'), 'PrivacyPage') }),
] as const

// biome-ignore format: one line a page.
const toolPages = [
  createRoute({ ...inTool, path: '/playground333', component: lazyPage(() => import('../pages/playground/playground-page.tsx'), 'PlaygroundPage') }),
  createRoute({ ...inTool, path: '/playground', beforeLoad: ({ search }) => { throw redirect({ to: '/playground333', search: search as never, replace: true }) } }),
] as const

// biome-ignore format: one line a page.
const barePages = [
  createRoute({ ...inBare, path: '/chat/{-$id}', component: lazyPage(() => import('../pages/chat/chat-page.tsx'), 'ChatPage') }),
  createRoute({ ...inBare, path: '/chat2link', beforeLoad: guardLogin, component: lazyPage(() => import('../pages/chat/chat-redirect-page.tsx'), 'ChatRedirectPage') }),
] as const

/** One page under three addresses: the drawer over the list is part of the address. */
const channelRoute = createRoute({
  ...inConsole,
  path: '/channel',
  beforeLoad: guardAdmin,
  component: lazyPage(() => import('../pages/channels/channels-page.tsx'), 'ChannelsPage'),
})
const inChannel = { getParentRoute: () => channelRoute }
const userRoute = createRoute({
  ...inConsole,
  path: '/user',
  beforeLoad: guardAdmin,
  component: lazyPage(() => import('../pages/users/users-page.tsx'), 'UsersPage'),
})
const inUser = { getParentRoute: () => userRoute }

// biome-ignore format: one line a page.
const consolePages = [
  createRoute({ ...inConsole, path: '/detail', component: lazyPage(() => import('../pages/dashboard/dashboard-page.tsx'), 'DashboardPage') }),
  createRoute({ ...inConsole, path: '/token', component: lazyPage(() => import('../pages/tokens/tokens-page.tsx'), 'TokensPage') }),
  createRoute({ ...inConsole, path: '/log', component: lazyPage(() => import('../pages/logs/logs-page.tsx'), 'LogsPage') }),
  createRoute({ ...inConsole, path: '/midjourney', component: lazyPage(() => import('../pages/drawings/drawings-page.tsx'), 'DrawingsPage') }),
  createRoute({ ...inConsole, path: '/task', component: lazyPage(() => import('../pages/tasks/tasks-page.tsx'), 'TasksPage') }),
  createRoute({ ...inConsole, path: '/topup', component: lazyPage(() => import('../pages/topup/topup-page.tsx'), 'TopupPage') }),
  createRoute({ ...inConsole, path: '/personal', component: lazyPage(() => import('../pages/personal/personal-page.tsx'), 'PersonalPage') }),
  createRoute({ ...inConsole, path: '/setting', beforeLoad: guardSetting, component: lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage') }),
  channelRoute.addChildren([createRoute({ ...inChannel, path: 'add' }), createRoute({ ...inChannel, path: 'edit/$id' })]),
  createRoute({ ...inConsole, path: '/redemption', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/redemption/redemption-page.tsx'), 'RedemptionPage') }),
  createRoute({ ...inConsole, path: '/orders', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage') }),
  createRoute({ ...inConsole, path: '/margin', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/margin/margin-page.tsx'), 'MarginPage') }),
  createRoute({ ...inConsole, path: '/audit', beforeLoad: guardAdmin, component: lazyPage(() => import('../pages/audit/audit-page.tsx'), 'AuditPage') }),
  userRoute.addChildren([createRoute({ ...inUser, path: 'add' }), createRoute({ ...inUser, path: 'edit' }), createRoute({ ...inUser, path: 'edit/$id' })]),
] as const

/** The query as plain text values: `?keyword=123` stays a text, and links can be written by hand. */
const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))
function stringifySearch(search: Search): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    publicRoute.addChildren(publicPages),
    openRoute.addChildren(openPages),
    consoleRoute.addChildren(consolePages),
    toolRoute.addChildren(toolPages),
    bareRoute.addChildren(barePages),
  ]),
  context: { queryClient, loadSettings },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
})

/** Begins to fetch the code of the page at the address, before anybody has decided that it may be shown. */
export function preloadPage(): void {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const { component } = router.routesById[routeId]?.options ?? {}
    // A failure shows when the page is opened.
    if (component && 'preload' in component) void component.preload?.()
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
